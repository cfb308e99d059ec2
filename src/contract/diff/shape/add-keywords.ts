import { isNumber } from '../../../util/exact-number.ts'
import type { LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { inside, itemsOf, membersOf } from '../../../api-description/reading.ts'
import { typesOf } from '../../../api-description/json-schema/types-of.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property, texts } from '../../../util/read-values.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import type { Draft } from './draft.ts'

/** Adds what the keywords of one schema say, schemas inside not yet looked at. */
export function addKeywords(draft: Draft, part: LocatedObject): void {
  draft.parts.push(part)
  addTypes(draft, part)
  addValues(draft, part)
  addBounds(draft, part)
  addSingle(draft, part)
  addFile(draft, part)
  addObject(draft, part)
  addSchemas(draft, part)
  addDiscriminator(draft, part)
}

function addTypes(draft: Draft, { value }: LocatedObject): void {
  const types = typesOf(property(value, 'type'))
  if (types.length > 0) draft.narrowTypes(new Set(types))
}

function addValues(draft: Draft, part: LocatedObject): void {
  const { value } = part
  const choices = property(value, 'enum')
  if (choices !== undefined && isList(choices) && choices.length > 0)
    setValues(draft, choices, { value: choices, part, key: 'enum' })
  const constant = property(value, 'const')
  if (constant !== undefined) setValues(draft, [constant], { value: constant, part, key: 'const' })
}

function setValues(
  draft: Draft,
  choices: readonly JsonValue[],
  keyword: { value: JsonValue; part: LocatedObject; key: string },
): void {
  const named = choices
    .filter(choice => choice !== null)
    .map(choice => [canonicalJson(choice), choice] as const)
  if (choices.includes(null)) {
    if (draft.types === undefined) draft.saysNull = true
  } else if (draft.types?.has('null') === true) {
    draft.types = new Set([...draft.types].filter(type => type !== 'null'))
  }
  draft.narrowValues(new Map(named), keyword)
}

/** Limits by their name, and whether zero is the same as none. */
const limits = [
  ['maxLength', 'max-length', undefined],
  ['minLength', 'min-length', 0],
  ['maxItems', 'max-items', undefined],
  ['minItems', 'min-items', 0],
  ['maxProperties', 'max-properties', undefined],
  ['minProperties', 'min-properties', 0],
  ['maxContains', 'max-contains', undefined],
  ['minContains', 'min-contains', undefined],
] as const

function addBounds(draft: Draft, part: LocatedObject): void {
  for (const [key, name, none] of limits) {
    const value = property(part.value, key)
    if (isNumber(value) && Number(value) !== none)
      draft.narrowBound(name, { value: Number(value), part, key, isExclusive: false })
  }
  addRange(draft, part, 'maximum', 'exclusiveMaximum', 'max')
  addRange(draft, part, 'minimum', 'exclusiveMinimum', 'min')
}

/** Before 2019-09 the exclusive bounds were switches of the others. */
function addRange(draft: Draft, part: LocatedObject, key: string, exclusiveKey: string, name: string): void {
  const value = property(part.value, key)
  const exclusive = property(part.value, exclusiveKey)
  if (isNumber(value)) draft.narrowBound(name, { value, part, key, isExclusive: exclusive === true })
  if (isNumber(exclusive))
    draft.narrowBound(name, { value: exclusive, part, key: exclusiveKey, isExclusive: true })
}

const single = [
  'format',
  'pattern',
  'multipleOf',
  'uniqueItems',
  'default',
  'deprecated',
  'contentMediaType',
  'contentEncoding',
] as const

function addSingle(draft: Draft, part: LocatedObject): void {
  for (const key of single) {
    const value = property(part.value, key)
    if (value !== undefined && value !== false && !draft.keywords.has(key))
      draft.keywords.set(key, { value, part, key })
  }
}

/** A file of Swagger 2 is bytes. */
function addFile(draft: Draft, part: LocatedObject): void {
  if (property(part.value, 'type') === 'file' && !draft.keywords.has('format'))
    draft.keywords.set('format', { value: 'binary', part, key: 'type' })
}

function addObject(draft: Draft, part: LocatedObject): void {
  const required = property(part.value, 'required')
  for (const name of texts(required)) draft.required.set(name, { value: name, part, key: 'required' })
  const properties = inside(part, 'properties')
  if (properties !== undefined && isObject(properties.value))
    for (const [name, schema] of membersOf({ value: properties.value, document: part.document }))
      draft.properties.set(name, [...(draft.properties.get(name) ?? []), schema])
  const dependent = property(part.value, 'dependentRequired')
  if (isObject(dependent))
    for (const [name, names] of Object.entries(dependent))
      draft.dependentRequired.set(name, [...texts(names)].sort())
}

const withSchema = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
] as const

function addSchemas(draft: Draft, part: LocatedObject): void {
  for (const key of withSchema) {
    const schema = inside(part, key)
    if (
      schema !== undefined &&
      (schema.value === false || (isObject(schema.value) && !isIdle(key, schema.value)))
    )
      draft.schemas.set(key, [...(draft.schemas.get(key) ?? []), schema])
  }
  const items = inside(part, 'items')
  const prefix = items !== undefined && isList(items.value) ? items : inside(part, 'prefixItems')
  if (items !== undefined && (isObject(items.value) || items.value === false))
    draft.schemas.set('items', [...(draft.schemas.get('items') ?? []), items])
  itemsOf(prefix).forEach((schema, index) => {
    ;(draft.prefixItems[index] ??= []).push(schema)
  })
  for (const keyword of ['patternProperties', 'dependentSchemas']) {
    const members = inside(part, keyword)
    if (members === undefined || !isObject(members.value)) continue
    for (const [name, schema] of membersOf({ value: members.value, document: part.document }))
      draft.addNamed(keyword, name, [schema])
  }
}

/** True where a schema asks for nothing, as does its absence. */
function isIdle(key: string, schema: JsonObject): boolean {
  return Object.keys(schema).length === 0 && restricting.has(key)
}

const restricting = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
])

function addDiscriminator(draft: Draft, part: LocatedObject): void {
  const written = property(part.value, 'discriminator')
  const propertyName = isObject(written) ? property(written, 'propertyName') : written
  if (typeof propertyName !== 'string') return
  const mapping = isObject(written) ? property(written, 'mapping') : undefined
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  draft.discriminator = {
    propertyName,
    mapping: new Map(entries.flatMap(([tag, name]) => (typeof name === 'string' ? [[tag, name]] : []))),
    part,
  }
}
