import type { Field, MapField, ReflectionObject, Root, Service, Type } from 'protobufjs'
import type {
  IDescriptorProto,
  IFieldDescriptorProto,
  IFileDescriptorProto,
} from 'protobufjs/ext/descriptor.js'
import { protobuf } from '../protobuf.ts'
import type { SchemaFile } from './schema.ts'
import { fullName } from './service-names.ts'

/**
 * Makes the descriptors that `protoc` would give for `.proto` files that protobufjs has read
 * (google/protobuf/descriptor.proto). Its own writer knows no files, names types by what is around them, and entries of
 * maps and invented oneofs otherwise than readers insist on.
 */
export function fileDescriptors(root: Root, files: readonly SchemaFile[]): readonly IFileDescriptorProto[] {
  const definitions = definitionsIn(root)
  return files.map(({ file, name, imports }) => {
    const own = definitions.filter(({ filename }) => filename === file)
    return {
      ...fileOf(own),
      name,
      dependency: [...imports],
    }
  })
}

/** Types, enumerations, services and extensions that stand in a file itself. */
function definitionsIn(object: ReflectionObject): readonly ReflectionObject[] {
  if (!(object instanceof protobuf.Namespace)) return [object]
  if (object instanceof protobuf.Type || object instanceof protobuf.Service) return [object]
  return object.nestedArray.flatMap(definitionsIn)
}

function fileOf(own: readonly ReflectionObject[]): IFileDescriptorProto {
  const [first] = own
  const edition = first === undefined ? 'proto3' : editionOf(first)
  const syntax = edition.startsWith('proto') ? edition : 'editions'
  const { parent = null } = first ?? {}
  return {
    package: parent === null ? '' : fullName(parent),
    syntax,
    ...(syntax === 'editions' ? { edition: numberOfEdition(edition) } : {}),
    messageType: own.flatMap(one => (one instanceof protobuf.Type ? [messageOf(one, edition)] : [])),
    enumType: own.flatMap(one => (one instanceof protobuf.Enum ? [one.toDescriptor()] : [])),
    service: own.flatMap(one => (one instanceof protobuf.Service ? [serviceOf(one)] : [])),
    extension: own.flatMap(one => (one instanceof protobuf.Field ? [fieldOf(one, edition)] : [])),
  } as unknown as IFileDescriptorProto
}

/** The edition that a definition stands in; `proto2` where a file says none. */
function editionOf(definition: ReflectionObject): string {
  const { _edition: edition } = definition as unknown as { readonly _edition?: string | null }
  return edition ?? 'proto2'
}

/** As `enum Edition` counts them: 2023 is 1000, each after it one more. */
function numberOfEdition(edition: string): number {
  return 1000 + Number(edition) - 2023
}

function messageOf(type: Type, edition: string): IDescriptorProto {
  const written: object = type.toDescriptor(edition)
  // Oneofs that stand for `optional` come last.
  const oneofs = [...type.oneofsArray].sort((a, b) => Number(a.isProto3Optional) - Number(b.isProto3Optional))
  const fields = type.fieldsArray.map(field => {
    const descriptor = fieldOf(field, edition)
    return field.partOf === null ? descriptor : { ...descriptor, oneofIndex: oneofs.indexOf(field.partOf) }
  })
  const nested = type.nestedArray.filter(one => one instanceof protobuf.Type)
  const entries = type.fieldsArray.filter(field => field instanceof protobuf.MapField)
  return {
    ...written,
    field: fields,
    oneofDecl: oneofs.map(({ name }) => ({ name })),
    nestedType: [...nested.map(one => messageOf(one, edition)), ...entries.map(entryOf)],
    extension: type.nestedArray.flatMap(one =>
      one instanceof protobuf.Field ? [fieldOf(one, edition)] : [],
    ),
  }
}

function fieldOf(field: Field, edition: string): IFieldDescriptorProto {
  const written: IFieldDescriptorProto = field.toDescriptor(edition)
  const isMap = field instanceof protobuf.MapField
  const typeName = isMap
    ? `${field.parent?.fullName ?? ''}.${entryName(field)}`
    : field.resolvedType?.fullName
  return typeName === undefined ? written : Object.assign(written, { typeName })
}

/** `labels` has entries of the type `LabelsEntry`. */
function entryName({ name, protoName = name }: Pick<MapField, 'name' | 'protoName'>): string {
  const pascal = protoName.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return `${pascal.replaceAll('_', '')}Entry`
}

const messageType = 11
const enumType = 14

function entryOf(field: MapField): IDescriptorProto {
  const { resolvedType } = field
  const type =
    resolvedType === null
      ? scalars.indexOf(field.type)
      : resolvedType instanceof protobuf.Enum
        ? enumType
        : messageType
  const value = {
    name: 'value',
    number: 2,
    label: 1,
    type,
    ...(resolvedType === null ? {} : { typeName: resolvedType.fullName }),
  }
  return {
    name: entryName(field),
    field: [{ name: 'key', number: 1, label: 1, type: scalars.indexOf(field.keyType) }, value],
    options: { mapEntry: true },
  }
}

/** Scalar types by their numbers (`FieldDescriptorProto.Type`). */
const scalars = [
  ...['', 'double', 'float', 'int64', 'uint64', 'int32', 'fixed64', 'fixed32', 'bool', 'string'],
  ...['', '', 'bytes', 'uint32', '', 'sfixed32', 'sfixed64', 'sint32', 'sint64'],
]

function serviceOf(service: Service): unknown {
  return {
    ...(service.toDescriptor() as object),
    method: service.methodsArray.map(method => {
      method.resolve()
      const { resolvedRequestType: input, resolvedResponseType: output } = method
      return {
        ...(method.toDescriptor() as object),
        inputType: input?.fullName,
        outputType: output?.fullName,
      }
    }),
  }
}
