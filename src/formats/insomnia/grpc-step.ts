import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { descriptionOf, nameOf } from './postman-item.ts'
import type { Around } from './templates.ts'

/** True of a call by gRPC. */
export function isGrpc({ kind, meta, protoMethodName }: JsonObject): boolean {
  const id = valueText(mapping(meta)['id'] ?? '')
  return kind === 'grpc_request' || id.startsWith('greq_') || protoMethodName !== undefined
}

/** A call by gRPC as a step. Its protocol is in no export, so the server is asked for it. */
export function grpcStep(document: JsonObject, { templates, ...place }: Around): JsonObject {
  const text = (value: JsonObject[string] | undefined): string =>
    templates.text(valueText(value ?? ''), place)
  place.tell.lose(
    'gRPC without a proto file',
    'it is not in the export: the server is asked for it, unless proto names the file',
  )
  const method = text(document['protoMethodName']).replace(/^\//, '')
  if (method === '') place.tell.lose('method', 'there is none, so nothing can be called')
  const metadata = list(document['metadata'])
    .map(mapping)
    .filter(one => one['disabled'] !== true && valueText(one['name'] ?? '') !== '')
    .map(one => [text(one['name']).toLowerCase(), text(one['value'])] as const)
  const message = text(mapping(document['body'])['text'])
  return defined({
    name: nameOf(document),
    description: descriptionOf(document),
    grpc: method === '' ? 'none.None/None' : method,
    target: text(document['url']),
    metadata: metadata.length === 0 ? undefined : namedValues(metadata),
    message: message.trim() === '' ? undefined : (jsonIn(message) ?? message),
    auth: 'none',
  })
}
