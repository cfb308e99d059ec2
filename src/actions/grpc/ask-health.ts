import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import { callerOf } from './grpc-caller.ts'
import { readGrpcTarget } from './grpc-target.ts'
import { prepareMetadata } from './metadata.ts'
import { healthTypes } from './schema/health-messages.ts'

/** The result of health checking: `SERVING`, or another word, or the status of a call that did not end well. */
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
