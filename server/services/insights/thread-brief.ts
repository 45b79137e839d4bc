import type { ThreadBrief } from '../../schemas/insights'
import type { BriefRow } from '../../store/attention'

export function threadBrief({ tenant, subject, lastMessageAt, ...row }: BriefRow): ThreadBrief {
  return { ...row, scope: { tenant, subject }, lastMessageAt: lastMessageAt?.toISOString() ?? null }
}
