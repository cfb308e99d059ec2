import { status, type Server } from '@grpc/grpc-js'
import type { Root } from 'protobufjs'
import { addService, type RpcCall, type RpcMessage } from './add-service.ts'
import type { DescribedFiles } from '../../src/actions/grpc/schema/described-files.ts'

/** Lets clients ask a server what it serves (grpc.reflection.v1 and its older twin v1alpha). */
export function addReflection(
  server: Server,
  root: Root,
  files: DescribedFiles,
  services: readonly string[],
  versions: readonly ('v1' | 'v1alpha')[] = ['v1', 'v1alpha'],
): void {
  const answers = async function* ({ requests }: RpcCall): AsyncIterable<RpcMessage> {
    for await (const request of requests)
      yield {
        validHost: request['host'] ?? '',
        originalRequest: request,
        ...answerTo(request, files, services),
      }
  }
  for (const version of versions)
    addService(server, root, `grpc.reflection.${version}.ServerReflection`, { ServerReflectionInfo: answers })
}

function answerTo(request: RpcMessage, files: DescribedFiles, services: readonly string[]): RpcMessage {
  const { fileByFilename, fileContainingSymbol, listServices } = request
  if (typeof fileByFilename === 'string' && fileByFilename !== '')
    return fileAnswer(files.byName.get(fileByFilename), fileByFilename)
  if (typeof fileContainingSymbol === 'string' && fileContainingSymbol !== '')
    return fileAnswer(files.bySymbol.get(fileContainingSymbol), fileContainingSymbol)
  if (listServices !== undefined && listServices !== null)
    return { listServicesResponse: { service: services.map(name => ({ name })) } }
  return { errorResponse: { errorCode: status.UNIMPLEMENTED, errorMessage: 'Extensions are not described.' } }
}

function fileAnswer(bytes: Uint8Array | undefined, asked: string): RpcMessage {
  return bytes === undefined
    ? { errorResponse: { errorCode: status.NOT_FOUND, errorMessage: `There is no ${asked}.` } }
    : { fileDescriptorResponse: { fileDescriptorProto: [bytes] } }
}
