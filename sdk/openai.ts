export type { ContentPart, ModelMessage, ToolCall } from '../memory/message'
export { fromOpenAi, type OpenAiMessage, toOpenAi, toOpenAiRequest } from '../memory/openai-chat'
