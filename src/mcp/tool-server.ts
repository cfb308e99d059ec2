import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  McpServer,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { didYouMean } from '../util/did-you-mean.ts'
import type { JsonObject } from '../util/json-value.ts'
import { reasonOf } from '../util/reason-of.ts'
import { version } from '../util/version.ts'
import { questionTime } from './gate.ts'

/** The offer of a server, whichever version of the protocol a client speaks. */
export interface Offer {
  readonly instructions: string
  readonly tools: readonly Tool[]
  callTool(
    name: string,
    input: JsonObject,
    context: CallContext,
  ): Promise<CallToolResult | InputRequiredResult | Question>
  /** True where the state of a question comes from here, unchanged. */
  isOwnState(state: string): boolean
  listResources(): Promise<readonly Resource[]>
  listResourceTemplates(): Promise<readonly ResourceTemplateType[]>
  /** Undefined when there is none at the URI. */
  readResource(uri: string): Promise<ReadResourceResult | undefined>
  readonly prompts: readonly Prompt[]
  /** One of the prompts, with all arguments that it requires. */
  getPrompt(
    name: string,
    input: Readonly<Record<string, string>>,
    request: ServerContext['mcpReq'],
  ): GetPromptResult | InputRequiredResult
  /** Closes what calls have left open. */
  close?(): Promise<void>
}

/** Context of a call of a tool. */
export interface CallContext {
  /** The state of a question that the client sent back, and what its user answered. */
  readonly state: unknown
  readonly answer: unknown
  /** The capabilities that the client declares, and whether they include asking its user. */
  readonly capabilities: ClientCapabilities
  readonly canAsk: boolean
  readonly signal: AbortSignal
  /** Tells how far it is, to a client that wants to know. */
  readonly progress: (message: string) => void
  /** The request itself, for what nothing else here tells of it. */
  readonly request: ServerContext['mcpReq']
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
      // Nobody is told of changes. Without these words the SDK promises it.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      instructions: offer.instructions,
      cacheHints: {
        'tools/list': cacheHint,
        'prompts/list': cacheHint,
        'resources/templates/list': cacheHint,
      },
      inputRequired: { roundTimeoutMs: questionTime },
      requestState: {
        verify: state => {
          if (!offer.isOwnState(state)) throw new Error('The state of the question was not made here.')
        },
      },
    },
  )
  const handlers = server.server
  handlers.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params)
    return { tools: [...offer.tools] }
  })
  handlers.setRequestHandler('tools/call', async ({ params }, context) => {
    known('tool', params.name, offer.tools)
    const input = (params.arguments ?? {}) as JsonObject
    try {
      const outcome = await offer.callTool(params.name, input, callContext(server, context))
      return 'question' in outcome ? asked(outcome as Question) : outcome
    } catch (error) {
      // An error in a tool is an answer of it, which the model sees, and no error of the protocol.
      return { content: [{ type: 'text', text: `${params.name}: ${reasonOf(error)}` }], isError: true }
    }
  })
  handlers.setRequestHandler('resources/list', async ({ params }) => {
    refuseCursor(params)
    return { resources: [...(await offer.listResources())] }
  })
  handlers.setRequestHandler('resources/templates/list', async ({ params }) => {
    refuseCursor(params)
    return { resourceTemplates: [...(await offer.listResourceTemplates())] }
  })
  handlers.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = await offer.readResource(uri)
    if (read === undefined) throw new ResourceNotFoundError(uri)
    return read
  })
  handlers.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params)
    return { prompts: [...offer.prompts] }
  })
  handlers.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    const prompt = known('prompt', params.name, offer.prompts)
    const input = params.arguments ?? {}
    for (const { name, required } of prompt.arguments ?? [])
      if (required === true && !Object.hasOwn(input, name))
        throw invalid(`The prompt "${params.name}" needs the argument "${name}".`)
    return offer.getPrompt(params.name, input, mcpReq)
  })
  return server
}

/** All lists are whole, so that no cursor comes from here. */
function refuseCursor(params: { readonly cursor?: string | undefined } | undefined): void {
  if (params?.cursor !== undefined) throw invalid('There is no such cursor: the list is whole.')
}

/** The offered item of a name; the protocol has an error for a name that is not known. */
function known<Named extends { readonly name: string }>(
  kind: string,
  name: string,
  all: readonly Named[],
): Named {
  const found = all.find(one => one.name === name)
  if (found !== undefined) return found
  const names = all.map(one => one.name)
  // A longer name is no slip of anybody, and would take long to look at.
  const meant = name.length > 100 ? undefined : didYouMean(name, names)
  throw invalid(
    [`There is no ${kind} "${name.slice(0, 100)}".`, ...(meant === undefined ? [] : [meant])].join(' '),
  )
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
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
  const capabilities = capabilitiesOf(server, mcpReq)
  let progress = 0
  return {
    state: mcpReq.requestState(),
    answer: mcpReq.inputResponses?.[questionName],
    capabilities,
    canAsk: canAsk(capabilities),
    signal: mcpReq.signal,
    request: mcpReq,
    progress: message => {
      if (token === undefined) return
      const params = { progressToken: token, progress: ++progress, message }
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

/** Clients of 2025 say once what they can, those of 2026 with every request. */
function capabilitiesOf({ server }: McpServer, { envelope }: ServerContext['mcpReq']): ClientCapabilities {
  const told = (envelope as Envelope)?.[CLIENT_CAPABILITIES_META_KEY]
  // oxlint-disable-next-line typescript/no-deprecated -- for clients of 2025 there is no other way.
  return told ?? server.getClientCapabilities() ?? {}
}

/** An empty `elicitation` means forms. */
function canAsk({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

type Envelope =
  | Readonly<Record<typeof CLIENT_CAPABILITIES_META_KEY, ClientCapabilities | undefined>>
  | undefined
