import { describedFiles } from '../../actions/grpc/schema/described-files.ts'
import { healthSchema, healthTypes } from '../../actions/grpc/schema/health-messages.ts'
import {
  decodeQuestion,
  encodeAnswer,
  type ReflectionAnswer,
  type ReflectionQuestion,
} from '../../actions/grpc/schema/reflection-messages.ts'
import type { Schema } from '../../actions/grpc/schema/schema.ts'
import { rpcStatuses } from '../../actions/grpc/statuses.ts'
import type { RpcStream } from './rpc-stream.ts'

/**
 * The calls that every server of gRPC may get beside its services, by path: health checking, and the list of its
 * services (reflection).
 */
export type OwnServices = ReadonlyMap<string, (rpc: RpcStream) => Promise<void>>

/** Health checking and reflection of a server with the services of a schema, all of which are well. */
export function ownServices(schema: Schema): OwnServices {
  const services = [...new Set([...schema.services, ...healthSchema().services])]
  const reflect = reflection(schema, services)
  return new Map([
    ['/grpc.health.v1.Health/Check', rpc => health(rpc, services, false)],
    ['/grpc.health.v1.Health/Watch', rpc => health(rpc, services, true)],
    ['/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', reflect],
    ['/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo', reflect],
  ])
}

/** https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
async function health(rpc: RpcStream, services: readonly string[], watches: boolean): Promise<void> {
  const { request, response } = healthTypes()
  for await (const bytes of rpc.messages()) {
    const { service = '' } = request.toObject(request.decode(bytes)) as { readonly service?: string }
    const isKnown = service === '' || services.includes(service)
    if (!isKnown && !watches) {
      rpc.end({ status: 'NOT_FOUND', message: `there is no service "${service}"` })
      return
    }
    const status = isKnown ? 'SERVING' : 'SERVICE_UNKNOWN'
    await rpc.send(response.encode(response.fromObject({ status })).finish())
  }
  if (watches && !rpc.gone.aborted)
    await new Promise(resolve => {
      rpc.gone.addEventListener('abort', resolve, { once: true })
    })
  rpc.end({ status: 'OK' })
}

/** https://github.com/grpc/grpc/blob/master/doc/server-reflection.md */
function reflection(schema: Schema, services: readonly string[]): (rpc: RpcStream) => Promise<void> {
  const [own, ofHealth] = [describedFiles(schema), describedFiles(healthSchema())]
  const answerTo = (question: ReflectionQuestion): ReflectionAnswer => {
    const { fileByFilename, fileContainingSymbol, listServices } = question
    if (fileByFilename !== undefined)
      return fileAnswer(own.byName.get(fileByFilename) ?? ofHealth.byName.get(fileByFilename), fileByFilename)
    if (fileContainingSymbol !== undefined) {
      const name = fileContainingSymbol
      return fileAnswer(own.bySymbol.get(name) ?? ofHealth.bySymbol.get(name), name)
    }
    return listServices === undefined
      ? refusal('UNIMPLEMENTED', 'extensions are not described')
      : { listServicesResponse: { service: services.map(name => ({ name })) } }
  }
  return async rpc => {
    for await (const bytes of rpc.messages()) {
      const question = decodeQuestion(bytes)
      const answer = { validHost: question.host ?? '', originalRequest: question, ...answerTo(question) }
      await rpc.send(encodeAnswer(answer))
    }
    rpc.end({ status: 'OK' })
  }
}

function fileAnswer(bytes: Uint8Array | undefined, asked: string): ReflectionAnswer {
  return bytes === undefined
    ? refusal('NOT_FOUND', `there is no ${asked}`)
    : { fileDescriptorResponse: { fileDescriptorProto: [bytes] } }
}

function refusal(status: (typeof rpcStatuses)[number], errorMessage: string): ReflectionAnswer {
  return { errorResponse: { errorCode: rpcStatuses.indexOf(status), errorMessage } }
}
