import type { RetentionRule, RetentionRuleView } from '../../schemas/retention'
import type { RuleRow } from '../../store/retention'

/** As a rule is stored. */
export function ruleColumns(rule: RetentionRule): Pick<RuleRow, 'kind' | 'name' | 'value' | 'days'> {
  const { kind, agentName, tag, days } = rule
  return { kind, name: agentName ?? tag?.key ?? '', value: tag?.value ?? '', days }
}

export function viewRule({ id, kind, name, value, days, updatedBy, updatedAt }: RuleRow): RetentionRuleView {
  return {
    id,
    kind,
    ...(kind === 'agent' ? { agentName: name } : {}),
    ...(kind === 'tag' ? { tag: { key: name, value } } : {}),
    days,
    updatedBy,
    updatedAt: updatedAt.toISOString(),
  }
}
