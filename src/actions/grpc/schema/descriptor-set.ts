import path from 'node:path'
import { readBytes } from '../../../util/read-text.ts'
import { failed, type Prepared } from '../../failure.ts'
import { protobuf } from '../protobuf.ts'
import { resolved } from './proto-files.ts'
import type { Schema } from './schema.ts'

/** Reads a descriptor set: what `protoc --include_imports --descriptor_set_out=FILE` writes. */
export function readDescriptorSet(file: string): Prepared<Schema> {
  let bytes: Buffer
  try {
    bytes = readBytes(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    return failed('File Error', `the descriptor set ${file} ${reason}`)
  }
  try {
    return resolved(protobuf.Root.fromDescriptor(bytes), path.basename(file))
  } catch (error) {
    return failed(
      'File Error',
      `the descriptor set ${file} cannot be read: ${(error as Error).message}`,
      'Make it with `protoc --include_imports --descriptor_set_out=FILE`.',
    )
  }
}
