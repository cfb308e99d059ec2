import {
  type Connection,
  createConnection,
  ErrorCodes,
  Message,
  type MessageStrategy,
  type RequestMessage,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { mapping } from '../util/read-values.ts'

/**
 * The connection to an editor over standard input and output. What the protocol does not allow is answered here: no JSON, requests
 * before the first and after the last, and what is not of the kind that a request needs.
 */
export function openConnection(): Connection {
  const writer = new StreamMessageWriter(process.stdout)
  let state: State = 'new'
  const refuse = (id: RequestMessage['id'], code: number, message: string): Promise<void> =>
    writer.write({ jsonrpc: '2.0', id, error: { code, message } } as Message)
  const decode = (bytes: Uint8Array): Promise<Message> => {
    try {
      return Promise.resolve(JSON.parse(Buffer.from(bytes).toString()) as Message)
    } catch {
      const message = 'the message is not JSON'
      void refuse(null, ErrorCodes.ParseError, message)
      return Promise.reject(new Error(message))
    }
  }
  const handleMessage: MessageStrategy['handleMessage'] = (message, next) => {
    const refused = Message.isResponse(message) ? undefined : refusalOf(message, state)
    if (refused !== undefined)
      return Message.isNotification(message)
        ? undefined
        : refuse(Message.isRequest(message) ? message.id : null, ...refused)
    if (Message.isRequest(message)) state = message.method === 'shutdown' ? 'ended' : 'open'
    return next(message)
  }
  for (const event of ['end', 'close']) process.stdin.on(event, () => process.exit(state === 'ended' ? 0 : 1))
  const reader = new StreamMessageReader(process.stdin, {
    contentTypeDecoder: { name: 'application/json', decode },
  })
  return createConnection(reader, writer, { messageStrategy: { handleMessage } })
}

type State = 'new' | 'open' | 'ended'

/** Why a message is not taken, as the protocol numbers that. */
function refusalOf(message: Message, state: State): readonly [code: number, why: string] | undefined {
  if (!Message.isRequest(message) && !Message.isNotification(message))
    return [ErrorCodes.InvalidRequest, 'the message is neither a request nor a notification nor an answer']
  const { method, params } = message
  if (method === 'exit') return undefined
  if (state === 'new' && method !== 'initialize')
    return [ErrorCodes.ServerNotInitialized, `initialize comes before ${method}`]
  if (state === 'ended')
    return [ErrorCodes.InvalidRequest, `nothing is answered after shutdown, and ${method} neither`]
  if (state === 'open' && method === 'initialize') return [ErrorCodes.InvalidRequest, 'initialize comes once']
  const given = mapping(params)
  const [wrong] = Object.entries(needs[method] ?? {}).find(([key, holds]) => !holds(given[key])) ?? []
  return wrong === undefined
    ? undefined
    : [ErrorCodes.InvalidParams, `${wrong} of ${method} is missing, or not as the protocol has it`]
}

type Holds = (value: unknown) => boolean

const isText: Holds = value => typeof value === 'string'
const isCount: Holds = value => Number.isInteger(value) && Number(value) >= 0
const isMapping: Holds = value => typeof value === 'object' && value !== null
const has =
  (members: Readonly<Record<string, Holds>>): Holds =>
  value =>
    isMapping(value) && Object.entries(members).every(([key, holds]) => holds(mapping(value)[key]))
const listOf =
  (holds: Holds): Holds =>
  value =>
    Array.isArray(value) && value.every(holds)
const perhaps =
  (holds: Holds): Holds =>
  value =>
    value === undefined || holds(value)

const isPosition = has({ line: isCount, character: isCount })
const isRange = has({ start: isPosition, end: isPosition })
const ofDocument = { textDocument: has({ uri: isText }) }
const atPosition = { ...ofDocument, position: isPosition }
const isChange = has({ range: perhaps(isRange), text: isText })

/** The parameters of each method that are used. */
const needs: Readonly<Record<string, Readonly<Record<string, Holds>>>> = {
  initialize: { capabilities: isMapping },
  'textDocument/didOpen': { textDocument: has({ uri: isText, version: Number.isInteger, text: isText }) },
  'textDocument/didChange': {
    textDocument: has({ uri: isText, version: Number.isInteger }),
    contentChanges: listOf(isChange),
  },
  'textDocument/didSave': ofDocument,
  'textDocument/didClose': ofDocument,
  'textDocument/completion': atPosition,
  'textDocument/hover': atPosition,
  'textDocument/definition': atPosition,
  'textDocument/documentSymbol': ofDocument,
  'textDocument/codeLens': ofDocument,
  'textDocument/inlayHint': ofDocument,
  'textDocument/codeAction': {
    ...ofDocument,
    context: has({ diagnostics: listOf(has({ range: isRange })) }),
  },
  'workspace/executeCommand': { command: isText, arguments: perhaps(Array.isArray) },
}
