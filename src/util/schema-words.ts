import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { JsonObject } from './json-value.ts'
import { closest, nearMiss } from './did-you-mean.ts'

/** The versions of JSON Schema that are understood. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'

export const dialects: readonly Dialect[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12']

/** The keywords of all dialects, with the first and the last in which each does something. */
export const keywords: ReadonlyMap<string, readonly [from: Dialect, until: Dialect]> = new Map([
  ...since('draft-04', [
    ...['$schema', '$ref', 'title', 'description', 'default', 'definitions', 'dependencies', 'type', 'enum'],
    ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
    ...['pattern', 'items', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties'],
    ...['required', 'properties', 'patternProperties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'],
    ...['not', 'format', '$defs', '$comment', 'examples', 'readOnly', 'writeOnly', 'deprecated'],
    ...['contentMediaType', 'contentEncoding', 'contentSchema', '$vocabulary'],
  ]),
  ...since('draft-06', ['$id', 'const', 'contains', 'propertyNames']),
  ...since('draft-07', ['if', 'then', 'else']),
  ...since('2019-09', [
    ...['$anchor', 'dependentRequired', 'dependentSchemas', 'unevaluatedItems', 'unevaluatedProperties'],
    ...['minContains', 'maxContains'],
  ]),
  ...since('2020-12', ['prefixItems', '$dynamicRef', '$dynamicAnchor']),
  ['id', ['draft-04', 'draft-04']],
  ['additionalItems', ['draft-04', '2019-09']],
  ['$recursiveRef', ['2019-09', '2019-09']],
  ['$recursiveAnchor', ['2019-09', '2019-09']],
])

function since(from: Dialect, names: readonly string[]): [string, readonly [Dialect, Dialect]][] {
  return names.map(name => [name, [from, '2020-12']])
}

const notes = [
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  '$comment',
]

/** Keywords that say something of values. */
export const asserting: ReadonlySet<string> = new Set(
  [...keywords.keys()].filter(
    name => !notes.includes(name) && !/^(?:\$|content|id$|definitions$)/.test(name),
  ),
)

/** Words of OpenAPI, and of editors and forms, that say nothing of values, or what ours knows besides. */
const quiet: ReadonlySet<string> = new Set([
  ...['nullable', 'discriminator', 'xml', 'externalDocs', 'example'],
  ...['markdownDescription', 'defaultSnippets', 'deprecationMessage', 'enumDescriptions', 'enumNames'],
  ...['markdownEnumDescriptions', 'propertyOrder', 'tsType', 'tsEnumNames', 'javaType', 'errorMessage'],
])

/** The words that some write in place of a keyword: of other languages, and of drafts before the fourth. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
  ['divisibleBy', 'multipleOf'],
])

/** True where a word is a keyword of some dialect, a note for people or for other programs, or an extension. */
export function isKnownWord(word: string): boolean {
  return keywords.has(word) || quiet.has(word) || /^(?:x-|[_@/#])/i.test(word)
}

/**
 * The word that an unknown one was probably meant as; nothing for what resembles none. `isBegun` tells whether the
 * beginning of a keyword is enough.
 */
export function meantWord(word: string, isBegun: boolean): string | undefined {
  if (isKnownWord(word)) return undefined
  const candidates = [...keywords.keys(), ...quiet]
  return synonyms.get(word) ?? (isBegun ? closest(word, candidates) : nearMiss(word, candidates))
}

/** The types of which keywords say something; all others say something of values of every type, or of none. */
const spokenOf: readonly (readonly [types: readonly string[], keywords: readonly string[]])[] = [
  [['array'], ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  [
    ['object'],
    ['properties', 'required', 'patternProperties', 'minProperties', 'maxProperties', 'propertyNames'],
  ],
  [['string'], ['minLength', 'maxLength', 'pattern']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
]

/** The types of which a keyword says something; none where it may be about any. */
export function typesOfKeyword(keyword: string): readonly string[] {
  return spokenOf.find(([, words]) => words.includes(keyword))?.[0] ?? []
}

/** Keywords that say something of values of every type, or lead to what does. */
const ofEveryType = [
  ...['type', 'const', 'enum', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  ...['$ref', '$dynamicRef', '$recursiveRef'],
]

/** The types that all words of a schema are about; none where some may be about any. */
export function typesSpokenOf(schema: JsonObject): readonly string[] {
  if (ofEveryType.some(word => Object.hasOwn(schema, word))) return []
  return [...new Set(Object.keys(schema).flatMap(typesOfKeyword))]
}

/** True where a keyword says something of values, or leads elsewhere. */
export function isAsserting(keyword: string): boolean {
  return asserting.has(keyword) || keyword.startsWith('$')
}

/** The format that the name of one was probably meant as, where there is none of that name. */
export function meantFormat(format: string): string | undefined {
  if (isCheckedFormat(format) || otherFormats.has(format) || /\d$/.test(format)) return undefined
  return closest(format, Object.keys(fullFormats))
}

/** True where values are held against a format. */
export function isCheckedFormat(format: string): boolean {
  return Object.hasOwn(fullFormats, format) || /^u?int(?:8|16|32|64)$/.test(format)
}

/** Formats of JSON Schema, of the registry of OpenAPI and of its generators that no library here checks. */
const otherFormats: ReadonlySet<string> = new Set([
  ...['idn-email', 'idn-hostname', 'iri', 'iri-reference', 'base64url', 'char', 'commonmark', 'decimal'],
  ...['double-int', 'html', 'http-date', 'media-range', 'date-time-local', 'time-local'],
  ...['guid', 'ulid', 'cuid', 'uid', 'urn', 'bytes', 'file'],
])
