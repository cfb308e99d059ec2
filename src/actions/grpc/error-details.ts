import type { Root, Type } from 'protobufjs'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { decodeMessage } from './json/decode-message.ts'
import { encodeMessage } from './json/encode-message.ts'
import { isWellKnown } from './json/lossy-value.ts'
import { protobuf } from './protobuf.ts'
import { googleRpc } from './schema/google-rpc.ts'
import type { Schema } from './schema/schema.ts'
import { fullName } from './schema/service-names.ts'

/**
 * The details of an error as the trailer `grpc-status-details-bin` has them, from their JSON, each with its `@type`: a type of the
 * schema or of `google.rpc`.
 */
export function encodeDetails(
  code: number,
  message: string,
  details: readonly JsonValue[],
  { root }: Pick<Schema, 'root'>,
): Prepared<string> {
  const encoded: Any[] = []
  for (const [index, detail] of details.entries()) {
    const which = `detail ${index + 1}`
    const { '@type': url, ...own } = isObject(detail) ? detail : {}
    if (typeof url !== 'string')
      return unfit(`${which} has no "@type"`, 'Say what it is, as type.googleapis.com/google.rpc.ErrorInfo.')
    const name = url.slice(url.lastIndexOf('/') + 1)
    const type = typeOf(name, root)
    if (type === undefined) {
      const message = `${which} is of a type that is not known: ${name}`
      return unfit(message, suggesting(name, usualDetails(), 'Import the file that defines it.'))
    }
    const bytes = encodeMessage(type, isWellKnown(type) ? (own['value'] ?? null) : own, which)
    if (!bytes.ok) return bytes
    encoded.push({ type_url: url.includes('/') ? url : `type.googleapis.com/${url}`, value: bytes.value })
  }
  const status = googleRpc().lookupType('google.rpc.Status')
  const bytes = status.encode(status.fromObject({ code, message, details: encoded })).finish()
  return prepared(Buffer.from(bytes).toString('base64').replace(/=+$/, ''))
}

/** The types that details usually are of. */
function usualDetails(): readonly string[] {
  const usual = googleRpc().lookup('google.rpc')
  return usual instanceof protobuf.Namespace ? usual.nestedArray.map(fullName) : []
}

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
