import type { Metadata } from 'next'
import { AgentPage } from '@/components/agents/agent-page'

export const metadata: Metadata = { title: 'All agents' }

export default function Page() {
  return <AgentPage name={null} />
}
