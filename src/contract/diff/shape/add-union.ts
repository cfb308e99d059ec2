import { type DocumentSet, referenceOf } from '../../../api-description/documents/document-set.ts'
import type { Located, LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { typesOf } from '../../../api-description/json-schema/types-of.ts'
import { inside, itemsOf } from '../../../api-description/reading.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import type { Draft } from './draft.ts'
import { nameOfReference, nameOfTarget } from '../../../api-description/documents/name-of-reference.ts'
import type { Discriminator, UnionMember } from './shape.ts'
import { defined } from '../../../util/defined.ts'

/**
 * Adds a union in its plainest form: null taken out, one member alone as if it stood there itself, bare types and single
 * values as lists of types and values. `draftOf` gives what a member says.
 */
export function addUnion(
  draft: Draft,
  part: LocatedObject,
  kind: 'oneOf' | 'anyOf',
  documents: DocumentSet,
  draftOf: (member: Located) => Draft,
): void {
  const written = itemsOf(inside(part, kind))
  if (written.length === 0) return
  const members = written.filter(member => !isNull(resolved(member, documents)))
  const [only, ...others] = members
  if (only !== undefined && others.length === 0) draft.absorb(draftOf(only))
  else if (only !== undefined) addMembers(draft, part, kind, members, documents)
  if (members.length < written.length) draft.allowNull()
}

function addMembers(
  draft: Draft,
  part: LocatedObject,
  kind: 'oneOf' | 'anyOf',
  members: readonly Located[],
  documents: DocumentSet,
): void {
  const targets = members.map(member => resolved(member, documents))
  const types = targets.map(bareTypes)
  if (types.every(list => list !== undefined)) {
    draft.narrowTypes(new Set(types.flat()))
    return
  }
  const values = targets.map(singleValue)
  if (values.every(value => value !== undefined)) {
    const named = new Map(values.map(value => [canonicalJson(value), value] as const))
    draft.narrowValues(named, { value: values, part, key: kind })
    return
  }
  const discriminator = withNames(draft.discriminator, members)
  draft.discriminator = discriminator
  draft.unions.push({ kind, part, members: members.map(member => memberOf(member, discriminator)) })
}

/** A discriminator with the values that follow from the names of schemas: those that no mapping leads to. */
function withNames(
  discriminator: Discriminator | undefined,
  members: readonly Located[],
): Discriminator | undefined {
  if (discriminator === undefined) return undefined
  const mapped = new Set([...discriminator.mapping.values()].map(nameOfTarget))
  const names = members
    .map(({ value }) => referenceOf(value))
    .filter(reference => reference !== undefined)
    .map(nameOfReference)
  const implied = names.filter(name => !mapped.has(name)).map(name => [name, name] as const)
  return { ...discriminator, mapping: new Map([...implied, ...discriminator.mapping]) }
}

function memberOf(schema: Located, discriminator: Discriminator | undefined): UnionMember {
  const reference = referenceOf(schema.value)
  if (reference === undefined) return { schemas: [schema] }
  const name = nameOfReference(reference)
  const tag = [...(discriminator?.mapping ?? [])].find(([, target]) => nameOfTarget(target) === name)?.[0]
  return defined({ schemas: [schema], name, tag })
}

function resolved(member: Located, documents: DocumentSet): JsonValue {
  const target = documents.resolve(member)
  return target.ok ? target.value.value : true
}

function isNull(schema: JsonValue): boolean {
  if (!isObject(schema)) return false
  const types = [property(schema, 'type') ?? []].flat()
  if (types.length === 1 && types[0] === 'null') return true
  const choices = property(schema, 'enum')
  return (
    (Object.hasOwn(schema, 'const') && schema['const'] === null) ||
    (choices !== undefined && isList(choices) && choices.length === 1 && choices[0] === null)
  )
}

/** The types of a schema without any other keyword. */
function bareTypes(schema: JsonValue): readonly string[] | undefined {
  if (!isObject(schema)) return undefined
  const says = Object.keys(schema).filter(key => !describing.has(key))
  return says.length === 1 && says[0] === 'type' ? typesOf(property(schema, 'type')) : undefined
}

/** The value of a schema that allows one alone. */
function singleValue(schema: JsonValue): JsonValue | undefined {
  if (!isObject(schema)) return undefined
  const says = Object.keys(schema).filter(key => !describing.has(key) && key !== 'type')
  const choices = property(schema, 'enum')
  if (says.length !== 1) return undefined
  if (says[0] === 'const') return schema['const']
  return says[0] === 'enum' && choices !== undefined && isList(choices) && choices.length === 1
    ? choices[0]
    : undefined
}

const describing = new Set(['title', 'description', 'example', 'examples', 'externalDocs', '$comment'])
