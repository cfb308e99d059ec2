import type { INamespace, Root } from 'protobufjs'
import type { IFileDescriptorProto } from 'protobufjs/ext/descriptor.js'
import { descriptors, protobuf } from '../protobuf.ts'
import { fileDescriptors } from './file-descriptors.ts'

/**
 * Finds the definitions of a file that comes with Protocol Buffers, such as `google/protobuf/timestamp.proto`;
 * undefined for any other file. No import folder is needed for these.
 */
export function bundledFile(name: string): INamespace | undefined {
  if (name === 'google/protobuf/descriptor.proto') return descriptors.FileDescriptorSet.root.toJSON()
  return protobuf.common.get(name) ?? undefined
}

/** Adds what a file defines that comes with Protocol Buffers; each definition knows the file. */
export function addBundled(name: string, root: Root): void {
  root.addJSON(bundledFile(name)?.nested ?? {})
  const added = root.lookup('google.protobuf')
  for (const one of added instanceof protobuf.Namespace ? added.nestedArray : []) one.filename ??= name
}

/** The descriptor of a file that comes with Protocol Buffers, which imports nothing; undefined for any other file. */
export function bundledDescriptor(name: string): IFileDescriptorProto | undefined {
  if (bundledFile(name) === undefined) return undefined
  const root = new protobuf.Root()
  addBundled(name, root)
  root.resolveAll()
  const [file] = fileDescriptors(root, [{ file: name, name, imports: [] }])
  // All of them but this one are written so.
  return file && (name === 'google/protobuf/descriptor.proto' ? file : { ...file, syntax: 'proto3' })
}
