import type { JsonObject } from '../../model/json.ts'
import { namedValues } from '../../compile/named-values.ts'
import { defined } from '../../util/defined.ts'
import { isList } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { descriptionOf, nameOf, placeholders, requestOf, type PartTell } from './item-parts.ts'

/** A call that is no plain request: a WebSocket, or gRPC. */
export function messageStep(document: JsonObject, tell: PartTell): JsonObject {
  const request = requestOf(document)
  const url = placeholders(valueText(request['url'] ?? ''))
  const messages = messagesOf(request)
  const isNone = request['auth'] === undefined || request['auth'] === null
  if (!isNone && request['auth'] !== 'inherit')
    tell.lose('auth', 'only requests have credentials of their own')
  const common = {
    name: nameOf(document),
    description: descriptionOf(document),
    auth: isNone ? 'none' : undefined,
  }
  const scripts = list(mapping(document['runtime'])['scripts']).length
  if (scripts > 0) tell.lose('scripts', 'only requests have some')
  if (document['websocket'] !== undefined)
    return defined({
      ...common,
      websocket: url,
      headers: pairs(request['headers']),
      messages: messages.length === 0 ? undefined : messages,
    })
  const { protoFilePath } = request
  if (protoFilePath === undefined || protoFilePath === '')
    tell.note('grpc', 'its .proto file is not known: the server has to describe itself')
  const [first] = messages
  const isStream = /client|bidi/.test(valueText(request['methodType'] ?? ''))
  return defined({
    ...common,
    grpc: placeholders(valueText(request['method'] ?? '')).replace(/^\//, ''),
    target: url,
    proto: protoFilePath === '' ? undefined : protoFilePath,
    metadata: pairs(request['metadata']),
    message: isStream || first === undefined ? undefined : (jsonIn(first) ?? first),
    messages: isStream ? messages.map(message => jsonIn(message) ?? message) : undefined,
  })
}

function pairs(entries: JsonObject[string] | undefined): JsonObject | undefined {
  const enabled = list(entries)
    .map(mapping)
    .filter(one => one['disabled'] !== true)
  const values = enabled.map(
    ({ name, value }) => [valueText(name ?? ''), placeholders(valueText(value ?? ''))] as const,
  )
  return values.length === 0 ? undefined : namedValues(values)
}

/** The message, or of several the selected ones; all where none is. */
function messagesOf({ message }: JsonObject): readonly string[] {
  if (message === undefined || message === null) return []
  if (!isList(message)) return [textOf(message)]
  const variants = message.map(mapping)
  const selected = variants.filter(one => one['selected'] === true)
  return (selected.length > 0 ? selected : variants).map(one => textOf(one['message'] ?? ''))
}

function textOf(message: JsonObject[string]): string {
  const { data } = mapping(message)
  return placeholders(valueText(data ?? message ?? ''))
}
