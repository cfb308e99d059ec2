import type { Type } from 'protobufjs'
import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import { callerOf } from './grpc-caller.ts'
import { readGrpcTarget } from './grpc-target.ts'
import { prepareMetadata } from './metadata.ts'
import { protobuf } from './protobuf.ts'

/** The part of grpc/health/v1/health.proto that is used. */
const definitions = `
syntax = "proto3";
message HealthCheckRequest { string service = 1; }
message HealthCheckResponse {
  enum ServingStatus { UNKNOWN = 0; SERVING = 1; NOT_SERVING = 2; SERVICE_UNKNOWN = 3; }
  ServingStatus status = 1;
}
`

/** What health checking says: `SERVING`, or another word, or the status of a call that did not end well. */
export interface HealthAnswer {
  readonly serving: boolean
  readonly text: string
}

/**
 * Asks a server once by the health checking service (https://grpc.io/docs/guides/health-checking). `url` is
 * `grpc://host:port` or `grpcs://host:port`, with the name of a service behind a slash where not all are meant.
 */
export async function askHealth(
  url: string,
  input: InputOf<'grpc'>,
  context: ActionContext,
): Promise<Prepared<HealthAnswer>> {
  const [, place = url, service = ''] = /^(grpcs?:\/\/[^/]+)(?:\/(.*))?$/i.exec(url) ?? []
  const target = readGrpcTarget(place)
  if (!target.ok) return target
  const metadata = prepareMetadata(input, context)
  if (!metadata.ok) return metadata
  const caller = await callerOf(target.value, false, context)
  if (!caller.ok) return caller
  const { request, response } = healthTypes()
  const end = await caller.value.call({
    path: '/grpc.health.v1.Health/Check',
    metadata: metadata.value.lines,
    messages: [request.encode(request.create({ service })).finish()],
  })
  if (!end.ok) return end
  const { status, statusMessage, messages } = end.value
  const [bytes] = messages
  if (status !== 'OK' || bytes === undefined)
    return prepared({ serving: false, text: [status, statusMessage].filter(text => text !== '').join(': ') })
  const { status: word } = response.toObject(response.decode(bytes), { enums: String, defaults: true })
  return prepared({ serving: word === 'SERVING', text: String(word) })
}

let types: { readonly request: Type; readonly response: Type } | undefined

function healthTypes(): NonNullable<typeof types> {
  if (types === undefined) {
    const { root } = protobuf.parse(definitions, new protobuf.Root())
    types = {
      request: root.lookupType('HealthCheckRequest'),
      response: root.lookupType('HealthCheckResponse'),
    }
  }
  return types
}
