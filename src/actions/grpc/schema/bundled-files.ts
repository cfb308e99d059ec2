import type { INamespace } from 'protobufjs'
import { descriptors, protobuf } from '../protobuf.ts'

/**
 * What a file that comes with Protocol Buffers defines, such as `google/protobuf/timestamp.proto`; undefined for any other
 * file. No import folder is needed for these.
 */
export function bundledFile(name: string): INamespace | undefined {
  if (name === 'google/protobuf/descriptor.proto') return descriptors.FileDescriptorSet.root.toJSON()
  return protobuf.common.get(name) ?? undefined
}
