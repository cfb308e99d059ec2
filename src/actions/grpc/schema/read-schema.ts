import path from 'node:path'
import { readBytes } from '../../../util/read-text.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import type { SchemaFiles } from '../grpc-request.ts'
import { protobuf } from '../protobuf.ts'
import { readProtoFiles, resolved } from './proto-files.ts'
import type { Schema } from './schema.ts'

/** Files with import folders and a descriptor set that count from a directory, by absolute paths. */
export function absoluteFiles(
  { proto, importPaths, descriptorSet }: SchemaFiles,
  directory: string,
): SchemaFiles {
  return {
    proto,
    importPaths: importPaths.map(folder => path.resolve(directory, folder)),
    ...(descriptorSet === undefined ? {} : { descriptorSet: path.resolve(directory, descriptorSet) }),
  }
}

/** Reads a schema that is in files; names of `.proto` files count from a directory, or a folder of imports. */
export function readSchema(
  { proto, importPaths, descriptorSet }: SchemaFiles,
  directory: string,
): Prepared<Schema> {
  return descriptorSet === undefined
    ? readProtoFiles(proto, importPaths, directory)
    : readDescriptorSet(descriptorSet)
}

/** Reads a descriptor set: what `protoc --include_imports --descriptor_set_out=FILE` writes. */
export function readDescriptorSet(file: string): Prepared<Schema> {
  let bytes: Buffer
  try {
    bytes = readBytes(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT'
      ? failed('file-missing', { reason: `the descriptor set ${file} does not exist` })
      : failed('file-unreadable', { reason: `the descriptor set ${file} cannot be read (${code})` })
  }
  try {
    const schema = resolved(protobuf.Root.fromDescriptor(bytes), path.basename(file))
    return schema.ok ? prepared({ ...schema.value, files: bytes }) : schema
  } catch (error) {
    return failed('file-unreadable', {
      reason: `the descriptor set ${file} cannot be read: ${(error as Error).message}`,
      hint: 'Make it with `protoc --include_imports --descriptor_set_out=FILE`.',
    })
  }
}
