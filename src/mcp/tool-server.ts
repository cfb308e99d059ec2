import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type ReadResourceResult,
  McpServer,
  type Resource,
  ResourceNotFoundError,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../util/json-value.ts'
import { version } from '../util/version.ts'
import { questionTime } from './gate.ts'

/** What a server offers, whichever version of the protocol a client speaks. */
export interface Offer {
  readonly instructions: string
  readonly tools: readonly Tool[]
  callTool(name: string, input: JsonObject, context: CallContext): Promise<CallToolResult | Question>
  listResources(): Promise<readonly Resource[]>
  /** Undefined when there is none at the URI. */
  readResource(uri: string): Promise<ReadResourceResult | undefined>
  readonly prompts: readonly Prompt[]
  /** Undefined when there is none of the name. */
  getPrompt(name: string, input: Readonly<Record<string, string>>): GetPromptResult | undefined
  /** Closes what calls have left open. */
  close?(): Promise<void>
}

/** What is around a call of a tool. */
export interface CallContext {
  /** The state of a question that the client sent back, and what its user answered. */
  readonly state: unknown
  readonly answer: unknown
  readonly canAsk: boolean
  readonly signal: AbortSignal
  /** Tells how far it is, to a client that wants to know. */
  readonly progress: (message: string) => void
}

/** A question that has to be answered before a tool is called. */
export interface Question {
  readonly question: string
  readonly state: string
}

/** The name of the only question of a call, and the form of its answer. */
const questionName = 'permission'
const answerForm = {
  type: 'object' as const,
  properties: {
    answer: { type: 'string' as const, title: 'Answer', enum: ['Allow', 'Deny'], default: 'Deny' },
  },
  required: ['answer'],
}

/** How long clients may keep what does not change while a server runs, in milliseconds. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'private' } as const

/** A server of what is offered, for one connection or one request. */
export function toolServer(offer: Offer): McpServer {
  const server = new McpServer(
    { name: 'apitest', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: offer.instructions,
      cacheHints: { 'tools/list': cacheHint, 'prompts/list': cacheHint },
      inputRequired: { roundTimeoutMs: questionTime },
    },
  )
  const handlers = server.server
  handlers.setRequestHandler('tools/list', () => ({ tools: [...offer.tools] }))
  handlers.setRequestHandler('tools/call', async ({ params }, context) => {
    const input = (params.arguments ?? {}) as JsonObject
    const outcome = await offer.callTool(params.name, input, callContext(server, context))
    return 'question' in outcome ? asked(outcome as Question) : outcome
  })
  handlers.setRequestHandler('resources/list', async () => ({
    resources: [...(await offer.listResources())],
  }))
  handlers.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  handlers.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = await offer.readResource(uri)
    if (read === undefined) throw new ResourceNotFoundError(uri)
    return read
  })
  handlers.setRequestHandler('prompts/list', () => ({ prompts: [...offer.prompts] }))
  handlers.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = offer.getPrompt(params.name, params.arguments ?? {})
    if (prompt === undefined) throw new Error(`There is no prompt "${params.name}".`)
    return prompt
  })
  return server
}

function asked({ question, state }: Question): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [questionName]: inputRequired.elicit({ message: question, requestedSchema: answerForm }),
    },
    requestState: state,
  })
}

function callContext(server: McpServer, { mcpReq }: ServerContext): CallContext {
  const token = mcpReq._meta?.progressToken
  let progress = 0
  return {
    state: mcpReq.requestState(),
    answer: mcpReq.inputResponses?.[questionName],
    canAsk: canAsk(server, mcpReq),
    signal: mcpReq.signal,
    progress: message => {
      if (token === undefined) return
      const params = { progressToken: token, progress: ++progress, message }
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

/** Clients of 2025 say once what they can, those of 2026 with every request. An empty `elicitation` means forms. */
function canAsk({ server }: McpServer, { envelope }: ServerContext['mcpReq']): boolean {
  const told = (envelope as Envelope)?.[CLIENT_CAPABILITIES_META_KEY]
  // oxlint-disable-next-line typescript/no-deprecated -- for clients of 2025 there is no other way.
  const capabilities = told ?? server.getClientCapabilities()
  const { elicitation } = capabilities ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

type Envelope =
  | Readonly<Record<typeof CLIENT_CAPABILITIES_META_KEY, ClientCapabilities | undefined>>
  | undefined
