import { hasToolCalls, type ModelMessage } from '../../../memory/message'

/** Each line of a text behind a `>`, so that nothing in it can pass for a heading of the document. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** A block of code whose fence is longer than any run of backticks in it. */
export function fenceText(text: string, language = ''): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** One line in which no character means anything to Markdown or HTML. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&')
}

interface MarkdownThread {
  readonly title: string | null
  readonly threadId: string
  readonly tenant: string
  readonly subject: string
  readonly agentName: string | null
  readonly messageCount: number
  readonly tokenCount: number
  readonly counter: string
  readonly createdAt: Date
}

/** The document up to its messages. */
export function markdownStart(thread: MarkdownThread, tags: Readonly<Record<string, string>>): string {
  const facts: [name: string, value: string][] = [
    ['Thread', thread.threadId],
    ['Scope', thread.subject === '' ? thread.tenant : `${thread.tenant} / ${thread.subject}`],
    ['Agent', thread.agentName ?? ''],
    [
      'Tags',
      Object.entries(tags)
        .map(([key, value]) => (value === '' ? key : `${key}: ${value}`))
        .join(', '),
    ],
    ['Messages', `${thread.messageCount}, with ${thread.tokenCount} tokens (${thread.counter})`],
    ['Created', thread.createdAt.toISOString()],
  ]
  const lines = facts.flatMap(([name, value]) => (value === '' ? [] : [`- ${name}: ${plainLine(value)}`]))
  return `# ${plainLine(thread.title ?? thread.threadId)}\n\n${lines.join('\n')}\n`
}

/** One message under its heading. What is no text stands as JSON. */
export function markdownMessage(given: {
  seq: number
  createdAt: Date
  redactedAt: Date | null
  message: ModelMessage
}): string {
  const { seq, createdAt, redactedAt, message } = given
  const blocks = [`## ${seq}. ${plainLine(message.role)}, ${createdAt.toISOString()}`]
  if (redactedAt) blocks.push('*Redacted.*')
  if (message.toolCallId) blocks.push(`Result of ${plainLine(message.toolCallId)}:`)
  if (message.reasoning) blocks.push('*Reasoning:*', quoteText(message.reasoning))
  blocks.push(...contentBlocks(message))
  if (hasToolCalls(message)) {
    for (const call of message.toolCalls ?? []) {
      blocks.push(`Calls **${plainLine(call.name)}** (${plainLine(call.id)}):`, fenceText(argumentsText(call), 'json'))
    }
  }
  return `\n${blocks.join('\n\n')}\n`
}

function contentBlocks({ role, content }: ModelMessage): string[] {
  if (content === null || content === undefined || content === '') return []
  if (typeof content === 'string') return [role === 'tool' ? fenceText(content) : quoteText(content)]
  return content.map((part) =>
    part.type === 'text' && typeof part.text === 'string'
      ? quoteText(part.text)
      : fenceText(JSON.stringify(part, null, 2), 'json'),
  )
}

function argumentsText({ arguments: given }: { arguments: string | Record<string, unknown> }): string {
  if (typeof given !== 'string') return JSON.stringify(given, null, 2)
  try {
    return JSON.stringify(JSON.parse(given), null, 2)
  } catch {
    return given
  }
}
