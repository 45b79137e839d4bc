import { type CallToolResult, Server, type Tool as ToolView } from '@modelcontextprotocol/server'
import { callProcedure, procedureFacts } from '../api/call-procedure'
import { LociError } from '../errors'
import { writeJson } from '../json-text'
import type { ServiceContext } from '../services/context'
import { toolSchemas } from './tool-schemas'
import { TOOLS, type Tool } from './tools'

const INSTRUCTIONS =
  'Loci keeps the memory of agents. Read a session with memory_read before answering, and write the whole list with memory_write afterwards.'

export interface McpCall {
  context: ServiceContext
  /** The texts of the messages of a call, as they came (M2). */
  messageTexts(procedure: string): readonly string[] | undefined
  /** Time of a call in ms. */
  limitMs?: number | undefined
  /** What a caller is told of anything that was thrown; also logs it. */
  failure(error: unknown, procedure: string | undefined): LociError
}

/** A server for one request, with the tools that its key may use. Nothing is kept between requests. */
export function createMcpServer(call: McpCall): Server {
  const server = new Server(
    { name: 'loci', title: 'Loci', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.filter((tool) => mayCall(call.context, tool)).map(viewOf),
  }))
  server.setRequestHandler('tools/call', ({ params }) => runTool(call, params))
  return server
}

async function runTool(
  call: McpCall,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = TOOLS.find(({ name }) => name === params.name)
  try {
    if (!tool) throw new LociError('NOT_FOUND', 'No such tool.')
    const { procedure } = tool
    const { context, limitMs } = call
    const data = await callProcedure({
      path: procedure,
      input: params.arguments ?? {},
      messageTexts: call.messageTexts(procedure),
      context,
      limitMs,
    })
    // To the digit as text (M2); the parsed copy is for those that work with values.
    const text = writeJson(data)
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
  } catch (error) {
    return errorResult(call.failure(error, tool?.procedure), call.context.requestId)
  }
}

/** A refusal as the result of the tool, so that the model sees it and can do better. */
function errorResult({ code, message, retryable, retryAfterMs }: LociError, requestId: string): CallToolResult {
  const error = { code, message, retryable, requestId, retryAfterMs: retryAfterMs ?? null }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }], _meta: { 'loci/error': error } }
}

function mayCall({ principal }: ServiceContext, { procedure }: Tool): boolean {
  const { access } = procedureFacts(procedure)
  if (access.isPublic || access.key === null) return false
  return principal.kind === 'key' && principal.rights.includes(access.key)
}

const views = new Map<Tool, ToolView>()

function viewOf(tool: Tool): ToolView {
  const known = views.get(tool)
  if (known) return known
  const { name, title, description, procedure, isIdempotent } = tool
  const isReading = procedureFacts(procedure).type === 'query'
  const made: ToolView = {
    name,
    title,
    description,
    ...toolSchemas(tool),
    annotations: {
      title,
      readOnlyHint: isReading,
      idempotentHint: isIdempotent,
      destructiveHint: false,
      openWorldHint: false,
    },
  }
  views.set(tool, made)
  return made
}
