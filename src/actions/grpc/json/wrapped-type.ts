import type { Field } from 'protobufjs'

const wrappers: Readonly<Record<string, string>> = {
  '.google.protobuf.Int64Value': 'int64',
  '.google.protobuf.UInt64Value': 'uint64',
  '.google.protobuf.FloatValue': 'float',
  '.google.protobuf.BytesValue': 'bytes',
}

/** The scalar type of a field whose JSON form is a single value; that of wrappers (`google.protobuf.Int64Value`), too. */
export function scalarType({ resolvedType, type }: Field): string {
  return resolvedType === null ? type : (wrappers[resolvedType.fullName] ?? '')
}
