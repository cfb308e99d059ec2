import type { Root, Type } from 'protobufjs'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { decodeMessage } from './json/decode-message.ts'
import { protobuf } from './protobuf.ts'
import { googleRpc } from './schema/google-rpc.ts'

/**
 * The details that a server adds to an error: the `google.rpc.Status` in the trailer `grpc-status-details-bin`, each as
 * JSON with its `@type`. One whose type neither the schema nor `google.rpc` knows keeps its bytes, as `value` in base64.
 */
export function errorDetails(trailers: HeaderList, schema: Root): readonly JsonValue[] {
  const [, encoded] = trailers.find(([name]) => name === 'grpc-status-details-bin') ?? []
  if (encoded === undefined) return []
  const status = googleRpc().lookupType('google.rpc.Status')
  try {
    const { details } = status.decode(Buffer.from(encoded, 'base64')) as unknown as {
      readonly details: readonly { readonly type_url: string; readonly value: Uint8Array }[]
    }
    return details.map(({ type_url: url, value }) => detailOf(url, value, schema))
  } catch {
    return []
  }
}

function detailOf(url: string, bytes: Uint8Array, schema: Root): JsonValue {
  const name = url.slice(url.lastIndexOf('/') + 1)
  const type = typeIn(schema, name) ?? typeIn(googleRpc(), name)
  const json = type === undefined ? undefined : decodeMessage(type, bytes)
  if (json?.ok !== true) return { '@type': url, value: Buffer.from(bytes).toString('base64') }
  return isObject(json.value) ? { '@type': url, ...json.value } : { '@type': url, value: json.value }
}

function typeIn(root: Root, name: string): Type | undefined {
  const found = root.lookup(name, [protobuf.Type])
  return found instanceof protobuf.Type ? found : undefined
}
