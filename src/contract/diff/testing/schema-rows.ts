import type { JsonObject } from '../../../model/json.ts'
import type { SchemaPlace } from '../rules/rule.ts'

/** A change of a schema: the name of the rule that reports it, and of the one that reports the way back. */
export interface SchemaRow {
  readonly id: string
  readonly before: JsonObject
  readonly after: JsonObject
  /** Name of the change back; the same when both ways are reported alike. */
  readonly back: string
  /** The direction in which the pair shows it; both (default). */
  readonly only?: 'request' | 'response'
  /** A place where another rule reports it. */
  readonly except?: SchemaPlace
}

const text = { type: 'string' }
const number = { type: 'number' }
const list = { type: 'array', items: { type: 'string' } }
const object = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }
const cat = { type: 'object', required: ['meow'], properties: { meow: { type: 'string' } } }
const dog = { type: 'object', required: ['bark'], properties: { bark: { type: 'string' } } }
const bird = { type: 'array', items: { type: 'integer' } }
const kinds = {
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
}
const needsA = { required: ['a'] }
const needsB = { required: ['b'] }
const told = (propertyName: string, mapping: JsonObject = {}): JsonObject => ({
  ...kinds,
  discriminator: { propertyName, mapping },
})

/** Schemas that rows refer to. */
export const components = { Cat: cat, Dog: dog, Named: { required: ['name'], properties: { name: text } } }

/** One pair for every change that a schema can go through. */
export const schemaRows: readonly SchemaRow[] = [
  both('type-changed', { type: 'integer' }, { type: 'boolean' }, 'type-changed'),
  {
    ...both('type-changed', number, { type: 'integer' }, 'type-generalized'),
    only: 'request',
    except: 'request-parameter-property',
  },
  both('type-changed', { ...text, format: 'date' }, { ...text, format: 'uuid' }, 'type-changed'),
  { ...both('type-changed', text, { ...text, format: 'uuid' }, 'format-removed'), only: 'request' },
  { ...both('type-changed', { ...text, format: 'uuid' }, text, 'format-added'), only: 'response' },
  { ...both('format-removed', { ...text, format: 'uuid' }, text, 'type-changed'), only: 'request' },
  { ...both('format-added', text, { ...text, format: 'uuid' }, 'type-changed'), only: 'response' },
  both('type-generalized', { type: 'integer' }, number, 'type-specialized'),
  both(
    'type-generalized',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    'type-specialized',
  ),
  both('type-specialized', number, { type: 'integer' }, 'type-generalized'),
  both(
    'list-of-types-narrowed',
    { type: ['integer', 'boolean'] },
    { type: ['integer'] },
    'list-of-types-widened',
  ),
  both(
    'list-of-types-widened',
    { type: ['integer'] },
    { type: ['integer', 'boolean'] },
    'list-of-types-narrowed',
  ),
  both('became-nullable', text, { type: ['string', 'null'] }, 'became-not-nullable'),
  both('became-not-nullable', { oneOf: [text, { type: 'null' }] }, text, 'became-nullable'),
  both('became-enum', text, { ...text, enum: ['a', 'b'] }, 'enum-removed'),
  both('enum-removed', { ...text, enum: ['a', 'b'] }, text, 'became-enum'),
  both('enum-value-removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'enum-value-added'),
  both('enum-value-added', { enum: ['a'] }, { enum: ['a', 'b'] }, 'enum-value-removed'),
  both('const-added', text, { ...text, const: 'a' }, 'const-removed'),
  both('const-removed', { ...text, const: 'a' }, text, 'const-added'),
  both('const-changed', { const: 'a' }, { const: 'b' }, 'const-changed'),
  both('pattern-added', text, { ...text, pattern: '^a' }, 'pattern-removed'),
  both('pattern-removed', { ...text, pattern: '^a' }, text, 'pattern-added'),
  both('pattern-changed', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'pattern-changed'),
  {
    ...both('pattern-generalized', { ...text, pattern: '^a' }, { ...text, pattern: '.*' }, 'pattern-changed'),
    only: 'request',
  },
  ...upper('max', number, 'maximum'),
  ...upper('exclusive-max', number, 'exclusiveMaximum'),
  ...upper('max-length', text, 'maxLength'),
  ...upper('max-items', list, 'maxItems'),
  ...upper('max-properties', object, 'maxProperties'),
  ...upper('max-contains', { ...list, contains: {} }, 'maxContains'),
  ...lower('min', number, 'minimum'),
  ...lower('exclusive-min', number, 'exclusiveMinimum'),
  ...lower('min-properties', object, 'minProperties'),
  ...lower('min-contains', { ...list, contains: {} }, 'minContains'),
  ...moves('min-length', { ...text, minLength: 2 }, { ...text, minLength: 3 }, 'increased', 'decreased'),
  ...moves('min-length', text, { ...text, minLength: 3 }, 'increased', 'decreased'),
  ...moves('min-items', { ...list, minItems: 2 }, { ...list, minItems: 3 }, 'increased', 'decreased'),
  both('min-items-increased', list, { ...list, minItems: 3 }, 'min-items-unset'),
  both('min-items-unset', { ...list, minItems: 3 }, list, 'min-items-increased'),
  both('multiple-of-set', number, { ...number, multipleOf: 2 }, 'multiple-of-unset'),
  both('multiple-of-unset', { ...number, multipleOf: 2 }, number, 'multiple-of-set'),
  both('multiple-of-specialized', { multipleOf: 0.01 }, { multipleOf: 0.1 }, 'multiple-of-generalized'),
  both('multiple-of-generalized', { multipleOf: 0.1 }, { multipleOf: 0.01 }, 'multiple-of-specialized'),
  both('multiple-of-changed', { multipleOf: 2 }, { multipleOf: 3 }, 'multiple-of-changed'),
  ...presence('unique-items', list, { uniqueItems: true }),
  ...presence('items', { type: 'array' }, { items: text }),
  both('forbidden', text, { allOf: [false] }, 'allowed'),
  both('allowed', { allOf: [false] }, text, 'forbidden'),
  ...presence('contains', list, { contains: text }),
  ...presence('unevaluated-items', list, { unevaluatedItems: false }),
  ...presence('prefix-items', { type: 'array', items: false }, { prefixItems: [text] }),
  ...presence('property-names', object, { propertyNames: { pattern: '^a' } }),
  ...presence('unevaluated-properties', object, { unevaluatedProperties: false }),
  ...presence('pattern-property', object, { patternProperties: { '^x': text } }),
  ...presence('dependent-schema', object, { dependentSchemas: { a: { required: ['b'] } } }),
  ...presence('dependent-required', object, { dependentRequired: { a: ['b'] } }),
  ...presence('if', { ...object, then: { required: ['b'] } }, { if: { required: ['a'] } }),
  ...presence('then', { ...object, if: { required: ['a'] } }, { then: { required: ['b'] } }),
  ...presence('else', { ...object, if: { required: ['a'] } }, { else: { required: ['b'] } }),
  ...presence('not', object, { not: { required: ['a'] } }),
  ...presence('content-schema', text, { contentSchema: object }),
  both(
    'if-changed',
    { if: { required: ['a'] }, then: { required: ['c'] } },
    { if: { required: ['b'] }, then: { required: ['c'] } },
    'if-changed',
  ),
  both('not-changed', { not: { const: 1 } }, { not: { const: 2 } }, 'not-changed'),
  both(
    'dependent-required-changed',
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['c'] } },
    'dependent-required-changed',
  ),
  both(
    'content-media-type-changed',
    { contentMediaType: 'a/b' },
    { contentMediaType: 'a/c' },
    'content-media-type-changed',
  ),
  both(
    'content-encoding-changed',
    { contentEncoding: 'base64' },
    { contentEncoding: 'base32' },
    'content-encoding-changed',
  ),
  both(
    'additional-properties-closed',
    object,
    { ...object, additionalProperties: false },
    'additional-properties-opened',
  ),
  both(
    'additional-properties-opened',
    { ...object, additionalProperties: false },
    object,
    'additional-properties-closed',
  ),
  both(
    'additional-properties-schema-added',
    object,
    { ...object, additionalProperties: text },
    'additional-properties-schema-removed',
  ),
  both(
    'additional-properties-schema-removed',
    { ...object, additionalProperties: text },
    object,
    'additional-properties-schema-added',
  ),
  both('one-of-added', { oneOf: [cat, bird] }, { oneOf: [cat, bird, dog] }, 'one-of-removed'),
  both('one-of-removed', { oneOf: [cat, bird, dog] }, { oneOf: [cat, bird] }, 'one-of-added'),
  both('any-of-added', { anyOf: [cat, bird] }, { anyOf: [cat, bird, dog] }, 'any-of-removed'),
  both('any-of-removed', { anyOf: [cat, bird, dog] }, { anyOf: [cat, bird] }, 'any-of-added'),
  both('any-of-became-one-of', { anyOf: [cat, dog] }, { oneOf: [cat, dog] }, 'one-of-became-any-of'),
  both('one-of-became-any-of', { oneOf: [cat, dog] }, { anyOf: [cat, dog] }, 'any-of-became-one-of'),
  both('wrapped-in-one-of', cat, { oneOf: [cat, dog] }, 'one-of-removed'),
  both(
    'all-of-added',
    { allOf: [cat] },
    { allOf: [cat, { $ref: '#/components/schemas/Named' }] },
    'all-of-removed',
  ),
  both(
    'all-of-removed',
    { allOf: [cat, { $ref: '#/components/schemas/Named' }] },
    { allOf: [cat] },
    'all-of-added',
  ),
  {
    ...both('values-refused', object, { ...object, anyOf: [needsA, needsB] }, 'values-added'),
    only: 'request',
  },
  {
    ...both('values-added', { ...object, anyOf: [needsA, needsB] }, object, 'values-refused'),
    only: 'response',
  },
  both(
    'values-undecided',
    { ...text, allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
    { ...text, allOf: [{ pattern: 'a' }, { pattern: 'c' }] },
    'values-undecided',
  ),
  both('discriminator-added', kinds, told('kind'), 'discriminator-removed'),
  both('discriminator-removed', told('kind'), kinds, 'discriminator-added'),
  both(
    'discriminator-property-name-changed',
    told('kind'),
    told('type'),
    'discriminator-property-name-changed',
  ),
  both(
    'discriminator-mapping-added',
    told('kind', { c: 'Cat' }),
    told('kind', { c: 'Cat', katze: 'Cat' }),
    'discriminator-mapping-deleted',
  ),
  both(
    'discriminator-mapping-deleted',
    told('kind', { c: 'Cat', katze: 'Cat' }),
    told('kind', { c: 'Cat' }),
    'discriminator-mapping-added',
  ),
  both(
    'discriminator-mapping-changed',
    told('kind', { x: 'Cat', y: 'Dog' }),
    told('kind', { x: 'Dog', y: 'Cat' }),
    'discriminator-mapping-changed',
  ),
  both('default-value-added', text, { ...text, default: 'a' }, 'default-value-removed'),
  both('default-value-removed', { ...text, default: 'a' }, text, 'default-value-added'),
  both(
    'default-value-changed',
    { ...text, default: 'a' },
    { ...text, default: 'b' },
    'default-value-changed',
  ),
  both('deprecated', text, { ...text, deprecated: true }, 'reactivated'),
  both('reactivated', { ...text, deprecated: true }, text, 'deprecated'),
]

/** One pair for every change of the properties of an object; the names are whole. */
export const propertyRows: readonly SchemaRow[] = [
  inRequest(
    'new-required-request-property',
    {},
    { required: ['p'], properties: { p: text } },
    'request-property-removed',
  ),
  inRequest(
    'new-required-request-property-with-default',
    {},
    { required: ['p'], properties: { p: { ...text, default: '' } } },
    'request-property-removed',
  ),
  inRequest('new-optional-request-property', {}, { properties: { p: text } }, 'request-property-removed'),
  inRequest('request-property-removed', { properties: { p: text } }, {}, 'new-optional-request-property'),
  inRequest(
    'request-property-removed',
    { properties: { p: text }, additionalProperties: false },
    { additionalProperties: false },
    'new-optional-request-property',
  ),
  ...needed('request-property', { properties: { p: text } }, 'request-property-became-required'),
  ...needed(
    'request-property',
    { properties: { p: { ...text, default: '' } } },
    'request-property-became-required-with-default',
  ),
  ...hiddenRows('request', 'readOnly', 'read-only'),
  ...hiddenRows('response', 'writeOnly', 'write-only'),
  inResponse(
    'response-required-property-removed',
    { required: ['p'], properties: { p: text } },
    {},
    'response-required-property-added',
  ),
  inResponse(
    'response-optional-property-removed',
    { properties: { p: text } },
    {},
    'response-optional-property-added',
  ),
  inResponse(
    'response-required-property-added',
    {},
    { required: ['p'], properties: { p: text } },
    'response-required-property-removed',
  ),
  inResponse(
    'response-optional-property-added',
    {},
    { properties: { p: text } },
    'response-optional-property-removed',
  ),
  ...needed('response-property', { properties: { p: text } }, 'response-property-became-required'),
]

function both(change: string, before: JsonObject, after: JsonObject, back: string): SchemaRow {
  return { id: `{place}-${change}`, before, after, back: `{place}-${back}` }
}

function moves(
  name: string,
  low: JsonObject,
  high: JsonObject,
  up: string,
  down: string,
): readonly SchemaRow[] {
  return [
    both(`${name}-${up}`, low, high, `${name}-${down}`),
    both(`${name}-${down}`, high, low, `${name}-${up}`),
  ]
}

function upper(name: string, schema: JsonObject, keyword: string): readonly SchemaRow[] {
  return [
    ...moves(name, { ...schema, [keyword]: 5 }, { ...schema, [keyword]: 6 }, 'increased', 'decreased'),
    ...moves(name, schema, { ...schema, [keyword]: 6 }, 'set', 'unset'),
  ]
}

function lower(name: string, schema: JsonObject, keyword: string): readonly SchemaRow[] {
  return upper(name, schema, keyword)
}

function presence(name: string, schema: JsonObject, more: JsonObject): readonly SchemaRow[] {
  return moves(name, schema, { ...schema, ...more }, 'added', 'removed')
}

function inRequest(id: string, before: JsonObject, after: JsonObject, back: string): SchemaRow {
  return {
    id,
    before: { type: 'object', ...before },
    after: { type: 'object', ...after },
    back,
    only: 'request',
  }
}

function inResponse(id: string, before: JsonObject, after: JsonObject, back: string): SchemaRow {
  return { ...inRequest(id, before, after, back), only: 'response' }
}

function needed(prefix: string, schema: JsonObject, becameRequired: string): readonly SchemaRow[] {
  const required = { ...schema, required: ['p'] }
  const make = prefix.startsWith('request') ? inRequest : inResponse
  return [
    make(becameRequired, schema, required, `${prefix}-became-optional`),
    make(`${prefix}-became-optional`, required, schema, becameRequired),
  ]
}

function hiddenRows(direction: 'request' | 'response', keyword: string, word: string): readonly SchemaRow[] {
  const make = direction === 'request' ? inRequest : inResponse
  return (['required', 'optional'] as const).flatMap(need => {
    const required = need === 'required' ? ['p'] : []
    const shown = { required, properties: { p: text } }
    const hidden = { required, properties: { p: { ...text, [keyword]: true } } }
    const became = `${direction}-${need}-property-became-${word}`
    const becameNot = `${direction}-${need}-property-became-not-${word}`
    return [make(became, shown, hidden, becameNot), make(becameNot, hidden, shown, became)]
  })
}
