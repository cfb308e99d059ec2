import type { Field, Type } from 'protobufjs'
import { protobuf } from '../protobuf.ts'

/** A decoded message. */
export type Message = Readonly<Record<string, unknown>>

/** Placeholders for unknown types. */
const standIns = new WeakSet<Type>()

/**
 * The full names of the types that messages of `google.protobuf.Any` somewhere in a message hold and the schema does not
 * know.
 */
export function unknownContents(type: Type, message: Message): readonly string[] {
  const names = new Set<string>()
  eachAny(type, message, any => {
    const inner = contentOf(type, any)
    if (inner === undefined) names.add(nameOf(any))
    else if (!standIns.has(inner))
      for (const name of unknownContents(inner, decoded(inner, any))) names.add(name)
  })
  return [...names]
}

/**
 * Makes a message fit for JSON whose `Any` messages hold unknown types: their JSON will be
 * `{ "@type": ..., "value": BASE64 }`.
 */
export function wrapUnknownContents(type: Type, message: Message): boolean {
  let changed = false
  eachAny(type, message, any => {
    const inner = contentOf(type, any) ?? standIn(type, nameOf(any))
    if (standIns.has(inner)) {
      any['value'] = inner.encode({ value: any['value'] ?? new Uint8Array() }).finish()
      changed = true
      return
    }
    const content = decoded(inner, any)
    if (!wrapUnknownContents(inner, content)) return
    any['value'] = inner.encode(content).finish()
    changed = true
  })
  return changed
}

function eachAny(type: Type, message: Message, visit: (any: Record<string, unknown>) => void): void {
  if (type.fullName === '.google.protobuf.Any') {
    if (nameOf(message) !== '') visit(message)
    return
  }
  for (const unresolved of type.fieldsArray) {
    const field = unresolved.resolve()
    const { resolvedType } = field
    if (!(resolvedType instanceof protobuf.Type)) continue
    for (const item of itemsOf(field, message[field.name])) eachAny(resolvedType, item, visit)
  }
}

function itemsOf(field: Field, value: unknown): readonly Message[] {
  if (typeof value !== 'object' || value === null) return []
  const items: readonly unknown[] = field.map ? Object.values(value) : Array.isArray(value) ? value : [value]
  return items.filter((item): item is Message => typeof item === 'object' && item !== null)
}

/** The name behind the slash of a type URL. */
function nameOf(any: Message): string {
  const url = any['typeUrl'] ?? any['type_url']
  return typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : ''
}

function contentOf({ root }: Type, any: Message): Type | undefined {
  const found = root.lookup(nameOf(any), [protobuf.Type])
  return found instanceof protobuf.Type ? found : undefined
}

function decoded(type: Type, any: Message): Message {
  const { value } = any
  const bytes = value instanceof Uint8Array ? value : new Uint8Array()
  return type.decode(bytes)
}

function standIn({ root }: Type, name: string): Type {
  const type = new protobuf.Type(name.slice(name.lastIndexOf('.') + 1))
  type.add(new protobuf.Field('value', 1, 'bytes'))
  const space = name.includes('.') ? root.define(name.slice(0, name.lastIndexOf('.'))) : root
  space.add(type)
  standIns.add(type)
  return type
}
