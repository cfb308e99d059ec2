import type { Type } from 'protobufjs'
import { protobuf } from '../protobuf.ts'

/** The part of grpc/reflection/v1/reflection.proto that is used; `v1alpha` is the same but for its package. */
const definitions = `
syntax = "proto3";
message ServerReflectionRequest {
  string host = 1;
  oneof message_request {
    string file_by_filename = 3;
    string file_containing_symbol = 4;
    string list_services = 7;
  }
}
message ServerReflectionResponse {
  string valid_host = 1;
  ServerReflectionRequest original_request = 2;
  oneof message_response {
    FileDescriptorResponse file_descriptor_response = 4;
    ListServiceResponse list_services_response = 6;
    ErrorResponse error_response = 7;
  }
}
message FileDescriptorResponse { repeated bytes file_descriptor_proto = 1; }
message ListServiceResponse { repeated ServiceResponse service = 1; }
message ServiceResponse { string name = 1; }
message ErrorResponse { int32 error_code = 1; string error_message = 2; }
`

/** A question: one of these. */
export interface ReflectionQuestion {
  readonly host?: string
  readonly fileByFilename?: string
  readonly fileContainingSymbol?: string
  readonly listServices?: string
}

/** The answer of a server to one question. */
export interface ReflectionAnswer {
  readonly validHost?: string
  readonly originalRequest?: ReflectionQuestion
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Uint8Array[] }
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] }
  readonly errorResponse?: { readonly errorCode: number; readonly errorMessage: string }
}

let types: { readonly question: Type; readonly answer: Type } | undefined

/** A question as bytes. */
export function encodeQuestion(question: ReflectionQuestion): Uint8Array {
  const { question: type } = reflectionTypes()
  return type.encode(type.create({ ...question })).finish()
}

/** An answer from its bytes. */
export function decodeAnswer(bytes: Uint8Array): ReflectionAnswer {
  return reflectionTypes().answer.decode(bytes) as ReflectionAnswer
}

/** A question from its bytes. */
export function decodeQuestion(bytes: Uint8Array): ReflectionQuestion {
  const { question: type } = reflectionTypes()
  return type.toObject(type.decode(bytes))
}

/** An answer as bytes. */
export function encodeAnswer(answer: ReflectionAnswer): Uint8Array {
  const { answer: type } = reflectionTypes()
  return type.encode(type.fromObject(answer)).finish()
}

function reflectionTypes(): NonNullable<typeof types> {
  if (types === undefined) {
    const { root } = protobuf.parse(definitions, new protobuf.Root())
    root.resolveAll()
    types = {
      question: root.lookupType('ServerReflectionRequest'),
      answer: root.lookupType('ServerReflectionResponse'),
    }
  }
  return types
}
