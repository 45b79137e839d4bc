import type { Metadata } from 'next'
import { AgentPage, NoAgentName } from '@/components/agents/agent-page'
import { AgentName } from '@/memory/scope-schema'

export const metadata: Metadata = { title: 'Agent' }

export default async function Page({ searchParams }: { searchParams: Promise<{ name?: string | string[] }> }) {
  const { name } = await searchParams
  const parsed = AgentName.safeParse(name)
  return parsed.success ? <AgentPage name={parsed.data} /> : <NoAgentName />
}
