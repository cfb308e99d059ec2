import type { Root, Type } from 'protobufjs'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { decodeMessage } from './json/decode-message.ts'
import { protobuf } from './protobuf.ts'
import { googleRpc } from './schema/google-rpc.ts'
import type { Schema } from './schema/schema.ts'

/** A detail as it is on the wire. */
interface Any {
  readonly type_url: string
  readonly value: Uint8Array
}

/**
 * The details that a server adds to an error: the `google.rpc.Status` in the trailer `grpc-status-details-bin`, each as
 * JSON with its `@type`. One whose type neither the schema, nor `google.rpc`, nor the reflection of the server knows keeps
 * its bytes, as `value` in base64.
 */
export async function errorDetails(
  trailers: HeaderList,
  { root, learn }: Schema,
): Promise<readonly JsonValue[]> {
  const details = detailsIn(trailers)
  const unknown = details.map(nameOf).filter(name => typeOf(name, root) === undefined)
  const learned = unknown.length === 0 ? undefined : await learn?.(unknown)
  const schema = learned?.ok === true ? learned.value.root : root
  return details.map(detail => detailOf(detail, schema))
}

function detailsIn(trailers: HeaderList): readonly Any[] {
  const [, encoded] = trailers.find(([name]) => name === 'grpc-status-details-bin') ?? []
  if (encoded === undefined) return []
  const status = googleRpc().lookupType('google.rpc.Status')
  try {
    return (status.decode(Buffer.from(encoded, 'base64')) as unknown as { details: readonly Any[] }).details
  } catch {
    return []
  }
}

/** The name behind the slash of a type URL. */
function nameOf({ type_url: url }: Any): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function detailOf(detail: Any, schema: Root): JsonValue {
  const { type_url: url, value } = detail
  const type = typeOf(nameOf(detail), schema)
  const json = type === undefined ? undefined : decodeMessage(type, value)
  if (json?.ok !== true) return { '@type': url, value: Buffer.from(value).toString('base64') }
  return isObject(json.value) ? { '@type': url, ...json.value } : { '@type': url, value: json.value }
}

function typeOf(name: string, schema: Root): Type | undefined {
  return typeIn(schema, name) ?? typeIn(googleRpc(), name)
}

function typeIn(root: Root, name: string): Type | undefined {
  const found = root.lookup(name, [protobuf.Type])
  return found instanceof protobuf.Type ? found : undefined
}
