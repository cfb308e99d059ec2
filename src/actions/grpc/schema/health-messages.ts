import type { Type } from 'protobufjs'
import { readProtoText } from './proto-files.ts'
import type { Schema } from './schema.ts'

/** grpc/health/v1/health.proto, as far as it is used. */
const definitions = `
syntax = "proto3";
package grpc.health.v1;
message HealthCheckRequest { string service = 1; }
message HealthCheckResponse {
  enum ServingStatus { UNKNOWN = 0; SERVING = 1; NOT_SERVING = 2; SERVICE_UNKNOWN = 3; }
  ServingStatus status = 1;
}
service Health {
  rpc Check(HealthCheckRequest) returns (HealthCheckResponse);
  rpc Watch(HealthCheckRequest) returns (stream HealthCheckResponse);
}
`

let schema: Schema | undefined

/** The service that tells how others are (https://grpc.io/docs/guides/health-checking). */
export function healthSchema(): Schema {
  schema ??= readProtoText(definitions, 'grpc/health/v1/health.proto')
  return schema
}

/** Its messages. */
export function healthTypes(): { readonly request: Type; readonly response: Type } {
  const { root } = healthSchema()
  return {
    request: root.lookupType('grpc.health.v1.HealthCheckRequest'),
    response: root.lookupType('grpc.health.v1.HealthCheckResponse'),
  }
}
