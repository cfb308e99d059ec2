import {
  acceptedContent,
  type GetPromptResult,
  InMemoryServerEventBus,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type Prompt,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type HttpService, serveHttp } from '../serve-http.ts'
import { type Offer, toolServer } from '../tool-server.ts'
import { asks, fixtureTools, pixel } from './conformance-tools.ts'
import { SignedState } from './signed-state.ts'

/** Serves what the official conformance scenarios expect, in the way in which apitest serves its tools. */
export function serveConformance(port = 0): Promise<HttpService> {
  const bus = new InMemoryServerEventBus()
  const offer = fixtureOffer(bus)
  return serveHttp({ port, token: undefined, makeServer: () => withMore(toolServer(offer)), bus })
}

/** Adds the features that apitest has no use for: completion, logging, subscriptions. */
function withMore(server: McpServer): McpServer {
  const { server: handlers } = server
  handlers.registerCapabilities({
    completions: {},
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true },
  })
  handlers.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  handlers.setRequestHandler('resources/subscribe', () => ({}))
  handlers.setRequestHandler('resources/unsubscribe', () => ({}))
  return server
}

const anything = { type: 'object' } as const

function fixtureOffer(bus: InMemoryServerEventBus): Offer {
  const signed = new SignedState()
  const tools = fixtureTools(signed, event => {
    bus.publish(event)
  })
  return {
    instructions: 'For conformance tests only.',
    tools: Object.entries(tools).map(([name, { description, inputSchema = anything }]) => ({
      name,
      description,
      inputSchema,
    })),
    callTool: async (name, input, context) => {
      const tool = tools[name]
      if (tool === undefined) throw new Error(`There is no tool "${name}".`)
      return tool.call(input, context)
    },
    isOwnState: state => signed.read(state) !== undefined,
    listResources: () =>
      Promise.resolve(
        Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri.slice(7), mimeType })),
      ),
    listResourceTemplates: () =>
      Promise.resolve([
        { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
      ]),
    readResource: uri => Promise.resolve(readResource(uri)),
    prompts,
    getPrompt,
  }
}

const resources: Readonly<
  Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: pixel },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
}

function readResource(uri: string): ReadResourceResult | undefined {
  const found = resources[uri]
  if (found !== undefined) return { contents: [{ uri, ...found }] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return undefined
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

const prompts: readonly Prompt[] = [
  { name: 'test_simple_prompt', description: 'Says a text' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Says its arguments',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Says a resource',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'Says an image' },
  { name: 'test_input_required_result_prompt', description: 'Asks before it says anything' },
]

function getPrompt(
  name: string,
  { arg1 = '', arg2 = '', resourceUri = '' }: Readonly<Record<string, string>>,
  { inputResponses }: ServerContext['mcpReq'],
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_prompt_with_arguments':
      return saying({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })
    case 'test_prompt_with_embedded_resource':
      return saying({
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      })
    case 'test_prompt_with_image':
      return saying({ type: 'image', data: pixel, mimeType: 'image/png' })
    case 'test_input_required_result_prompt': {
      const given = acceptedContent<{ context: string }>(inputResponses, 'user_context')
      return given === undefined
        ? inputRequired({
            inputRequests: {
              user_context: asks('What context should the prompt use?', { context: { type: 'string' } }),
            },
          })
        : saying({ type: 'text', text: `Use the following context: ${given.context}` })
    }
    default:
      return saying({ type: 'text', text: 'This is a simple prompt for testing.' })
  }
}

function saying(...contents: readonly GetPromptResult['messages'][number]['content'][]): GetPromptResult {
  return { messages: contents.map(content => ({ role: 'user', content })) }
}
