import type { ThreadView } from '@/server/schemas/threads'
import { plainWords } from './plain-words'
import { spellTag } from './tag-text'

/** The second line of a row: agent, tags, last line. */
export function detailOf(thread: Pick<ThreadView, 'agentName' | 'tags' | 'lastLine' | 'isWithheld'>): string {
  const tags = Object.entries(thread.tags).map(([key, value]) => spellTag(key, value))
  return [
    thread.agentName ?? 'no agent',
    tags.join(' ') || 'no tags',
    thread.isWithheld ? 'content withheld' : plainWords(thread.lastLine ?? ''),
  ]
    .filter(Boolean)
    .join(' · ')
}
