import type { IDescriptorProto, IFileDescriptorProto } from 'protobufjs/ext/descriptor.js'
import { descriptors } from '../protobuf.ts'
import { fileDescriptors } from './file-descriptors.ts'
import type { Schema } from './schema.ts'

/** Files of a descriptor set, each as bytes, to be found by name and by what they define. */
export interface DescribedFiles {
  readonly byName: ReadonlyMap<string, Uint8Array>
  readonly bySymbol: ReadonlyMap<string, Uint8Array>
}

/** The files of a schema, or of a descriptor set, for a server that describes itself. */
export function describedFiles(described: Schema | Uint8Array): DescribedFiles {
  const known = described instanceof Uint8Array ? described : described.files
  const files =
    known instanceof Uint8Array || described instanceof Uint8Array
      ? filesOfSet(known as Uint8Array)
      : fileDescriptors(described.root, known ?? [])
  const [byName, bySymbol] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()]
  for (const file of files) {
    const bytes = descriptors.FileDescriptorProto.encode(file).finish()
    byName.set(file.name ?? '', bytes)
    for (const symbol of symbolsIn(file)) bySymbol.set(symbol, bytes)
  }
  return { byName, bySymbol }
}

function filesOfSet(set: Uint8Array): readonly IFileDescriptorProto[] {
  const { file } = descriptors.FileDescriptorSet.decode(set) as unknown as {
    readonly file: readonly IFileDescriptorProto[]
  }
  return file
}

function symbolsIn(file: IFileDescriptorProto): readonly string[] {
  const prefix = file.package === undefined || file.package === '' ? '' : `${file.package}.`
  const services = (file.service ?? []).flatMap(service => {
    const name = `${prefix}${service.name ?? ''}`
    return [name, ...(service.method ?? []).map(method => `${name}.${method.name ?? ''}`)]
  })
  const enums = (file.enumType ?? []).map(({ name }) => `${prefix}${name ?? ''}`)
  return [...services, ...enums, ...(file.messageType ?? []).flatMap(type => typesIn(type, prefix))]
}

function typesIn({ name: own, nestedType, enumType }: IDescriptorProto, prefix: string): readonly string[] {
  const name = `${prefix}${own ?? ''}`
  const enums = (enumType ?? []).map(inner => `${name}.${inner.name ?? ''}`)
  return [name, ...enums, ...(nestedType ?? []).flatMap(type => typesIn(type, `${name}.`))]
}
