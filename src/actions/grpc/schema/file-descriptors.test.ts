import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { descriptors } from '../protobuf.ts'
import { describedFiles } from './described-files.ts'
import { readProtoFiles } from './proto-files.ts'

/** Reads the content of a file, but for the parts that protoc adds or leaves out as it likes. */
function plain(bytes: Uint8Array | undefined): unknown {
  assert.ok(bytes !== undefined)
  const json = descriptors.FileDescriptorProto.toObject(descriptors.FileDescriptorProto.decode(bytes), {
    enums: String,
  })
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) => {
      if (key === 'jsonName') return undefined
      if (key === 'options') return (value as { mapEntry?: boolean }).mapEntry === true ? value : undefined
      return value
    }),
  )
}

describe('the files of a schema', () => {
  it('are told as protoc tells them', () => {
    const schema = readProtoFiles(['lab/v1/lab.proto'], ['fixtures/grpc/protos'], process.cwd())
    assert.ok(schema.ok, JSON.stringify(schema))
    const [ours, protocs] = [
      describedFiles(schema.value),
      describedFiles(readFileSync('fixtures/grpc/lab.protoset')),
    ]
    assert.deepEqual([...ours.byName.keys()].sort(), [...protocs.byName.keys()].sort())
    for (const [name, bytes] of protocs.byName)
      assert.deepEqual(plain(ours.byName.get(name)), plain(bytes), name)
    assert.deepEqual([...ours.bySymbol.keys()].sort(), [...protocs.bySymbol.keys()].sort())
  })
})
