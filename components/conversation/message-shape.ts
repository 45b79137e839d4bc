const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbsent = (value: unknown) => value === undefined || value === null
const roles = new Set(['user', 'assistant', 'tool'])

/**
 * Whether a message has the shape in which all are stored today. What an older version or another hand has left in the
 * database can have any; it is shown as the JSON it is.
 */
export function isWellShaped(message: unknown): boolean {
  if (!isObject(message)) return false
  const { role, content, toolCalls, reasoning } = message
  if (typeof role !== 'string' || !roles.has(role)) return false
  if (!isAbsent(reasoning) && typeof reasoning !== 'string') return false
  const isText = isAbsent(content) || typeof content === 'string'
  if (!isText && !(Array.isArray(content) && content.every(isObject))) return false
  return isAbsent(toolCalls) || (Array.isArray(toolCalls) && toolCalls.every(isCall))
}

function isCall(call: unknown): boolean {
  if (!isObject(call)) return false
  const hasArguments = typeof call.arguments === 'string' || isObject(call.arguments)
  return typeof call.id === 'string' && typeof call.name === 'string' && hasArguments
}
