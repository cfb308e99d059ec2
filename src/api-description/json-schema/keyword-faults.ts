import { isNumber, isWhole, compareNumbers } from '../../util/exact-number.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { cutText } from '../../util/cut-text.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { preparePattern } from '../../patterns/engine.ts'
import { property } from '../../util/read-values.ts'
import { isAsserting, meantFormat, meantWord } from '../../util/schema-words.ts'
import type { DescriptionVersion } from '../api-description.ts'
import { unknownTypes } from './types-of.ts'

/** A keyword with a value that it cannot have. */
export interface KeywordFault {
  /** The way from the schema to what is wrong: `['properties', 'name']`. */
  readonly keys: readonly (string | number)[]
  /** Why, as a fragment: `a number was expected, not "5"`. */
  readonly reason: string
}

/** True where a keyword says something of values, and has a value that it can have. */
export function isSound(keyword: string, value: JsonValue): boolean {
  return (kinds.get(keyword) ?? notes.get(keyword))?.fits(value) === true
}

/**
 * Keywords of one schema that nothing can be judged by, because they have values that they cannot have; schemas inside are
 * only looked at for being schemas. What other versions of OpenAPI have is none where everybody knows what it means.
 */
export function keywordFaults(schema: JsonObject, version: DescriptionVersion): readonly KeywordFault[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly KeywordFault[] => {
    const kind = kinds.get(keyword) ?? switches.get(keyword)
    if (kind === undefined) return misspelt(keyword)
    if (!kind.fits(value))
      return isReadAnyway(keyword, value, version)
        ? []
        : [{ keys: [keyword], reason: kind.reason?.(value) ?? notExpected(kind.expected, value) }]
    if (keyword === 'format' && typeof value === 'string') return wrongFormat(value)
    if (keyword === 'items' && isList(value))
      return [{ keys: [keyword], reason: notExpected('a schema', value) }]
    const since = sinceTheFirst.has(keyword) ? version : '3.1'
    return membersOf(kind, value)
      .filter(([, member]) => !isSchema(member, since))
      .map(([keys, member]) => ({ keys: [keyword, ...keys], reason: notExpected('a schema', member) }))
  })
}

/** A word that nearly is a keyword. Other unknown words are ignored (JSON Schema 2020-12 section 6.5). */
function misspelt(word: string): readonly KeywordFault[] {
  const meant = word.length < 3 ? undefined : meantWord(word, false)
  if (meant === undefined || !isAsserting(meant)) return []
  return [{ keys: [word], reason: noSuchWord('keyword', word, meant) }]
}

/** A name that nearly is that of a format; real descriptions write `datetime` for times of any form. */
function wrongFormat(format: string): readonly KeywordFault[] {
  const meant = /date.?time/i.test(format) ? undefined : meantFormat(format)
  return meant === undefined ? [] : [{ keys: ['format'], reason: noSuchWord('format', format, meant) }]
}

/** `there is no keyword "requird"; did you mean "required"?`. */
export function noSuchWord(kind: string, word: string, meant: string): string {
  return `there is no ${kind} ${JSON.stringify(word)}; did you mean ${JSON.stringify(meant)}?`
}

/** True where a value is a schema: since 3.1 `true` and `false` are schemas, too (JSON Schema 2020-12 section 4.3). */
export function isSchema(value: JsonValue, version: DescriptionVersion): boolean {
  return isObject(value) ? !hasBrokenReference(value) : version === '3.1' && typeof value === 'boolean'
}

function hasBrokenReference(schema: JsonObject): boolean {
  return ['$ref', '$dynamicRef'].some(key => !isTextOrAbsent(property(schema, key)))
}

/** `a list was expected, not 5`. */
export function notExpected(expected: string, value: JsonValue): string {
  const shown = isList(value) ? 'a list' : isObject(value) ? 'an object' : JSON.stringify(value)
  return `${expected} was expected, not ${cutText(shown, 40)}`
}

/** `a list was expected, not text`: of what a reference leads to, which may be any file, nothing is quoted. */
export function notExpectedThere(expected: string, value: JsonValue): string {
  if (typeof value === 'string') return `${expected} was expected, not text`
  return isNumber(value) ? `${expected} was expected, not a number` : notExpected(expected, value)
}

/** The kind of value that a keyword must have. */
interface Kind {
  readonly expected: string
  readonly fits: (value: JsonValue) => boolean
  /** Describes the error in a value, where there is more to say than the expected kind. */
  readonly reason?: (value: JsonValue) => string | undefined
  /** How its value holds schemas. */
  readonly holds?: 'schema' | 'list' | 'map'
}

function membersOf(
  { holds }: Kind,
  value: JsonValue,
): readonly (readonly [keys: readonly (string | number)[], member: JsonValue])[] {
  if (holds === 'list' && isList(value)) return value.map((member, index) => [[index], member] as const)
  if (holds === 'map' && isObject(value))
    // Some documents keep a whole list of properties elsewhere.
    return Object.entries(value)
      .filter(([name, member]) => name !== '$ref' || typeof member !== 'string')
      .map(([name, member]) => [[name], member] as const)
  return holds === 'schema' ? [[[], value]] : []
}

const isSwitch = (value: JsonValue): boolean => typeof value === 'boolean'
const isText = (value: JsonValue): boolean => typeof value === 'string'
const isTextOrAbsent = (value: JsonValue | undefined): boolean => value === undefined || isText(value)
const isTexts = (value: JsonValue): boolean => isList(value) && value.every(isText)
const isFiniteNumber = (value: JsonValue): boolean =>
  isNumber(value) && (typeof value !== 'number' || Number.isFinite(value))

const anything: Kind = { expected: 'a value', fits: () => true }
const text: Kind = { expected: 'text', fits: isText }
const number: Kind = { expected: 'a number', fits: isFiniteNumber }
const onOrOff: Kind = { expected: 'true or false', fits: isSwitch }
const count: Kind = {
  expected: 'a whole number from 0',
  fits: value => isNumber(value) && isWhole(value) && compareNumbers(value, 0) >= 0,
}
const schema: Kind = {
  expected: 'a schema',
  fits: value => isSwitch(value) || isObject(value),
  holds: 'schema',
}
const schemas: Kind = {
  expected: 'a list of schemas',
  fits: value => isList(value) && value.length > 0,
  reason: emptyList,
  holds: 'list',
}
const schemaMap: Kind = { expected: 'an object of schemas', fits: isObject, holds: 'map' }

/** Every keyword that says something of values, and what its own value must be. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['type', { expected: 'the name of a type', fits: isType, reason: typeReason }],
  ['const', anything],
  [
    'enum',
    { expected: 'a list of values', fits: value => isList(value) && value.length > 0, reason: emptyList },
  ],
  ['default', anything],
  ['format', text],
  [
    'pattern',
    {
      expected: 'a regular expression',
      fits: value => typeof value === 'string' && preparePattern(value).ok,
      reason: patternReason,
    },
  ],
  ['minLength', count],
  ['maxLength', count],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  [
    'multipleOf',
    {
      expected: 'a number above 0',
      fits: value => isNumber(value) && isFiniteNumber(value) && compareNumbers(value, 0) > 0,
    },
  ],
  ['minItems', count],
  ['maxItems', count],
  ['uniqueItems', onOrOff],
  ['minContains', count],
  ['maxContains', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['required', { expected: 'a list of names', fits: isTexts }],
  [
    'dependentRequired',
    {
      expected: 'an object of lists of names',
      fits: value => isObject(value) && Object.values(value).every(isTexts),
    },
  ],
  ['properties', schemaMap],
  [
    'patternProperties',
    {
      ...schemaMap,
      fits: value => isObject(value) && Object.keys(value).every(pattern => preparePattern(pattern).ok),
      reason: value => (isObject(value) ? Object.keys(value).map(patternReason).find(Boolean) : undefined),
    },
  ],
  ['dependentSchemas', schemaMap],
  ['additionalProperties', schema],
  ['unevaluatedProperties', schema],
  ['propertyNames', schema],
  ['items', { ...schema, fits: value => schemas.fits(value) || schema.fits(value) }],
  ['prefixItems', schemas],
  ['unevaluatedItems', schema],
  ['contains', schema],
  ['allOf', schemas],
  ['anyOf', schemas],
  ['oneOf', schemas],
  ['not', schema],
  ['if', schema],
  ['then', schema],
  ['else', schema],
])

/** Keywords that say how others are meant. */
const switches: ReadonlyMap<string, Kind> = new Map([
  ['nullable', onOrOff],
  ['x-nullable', onOrOff],
  ['readOnly', onOrOff],
  ['writeOnly', onOrOff],
])

/** Keywords that only say how a value is written. */
const notes: ReadonlyMap<string, Kind> = new Map([
  ['xml', { expected: 'an object', fits: isObject }],
  ['contentMediaType', text],
  ['contentEncoding', text],
])

/** Keywords that all versions have, with schemas that could not be `true` or `false` before 3.1. */
const sinceTheFirst: ReadonlySet<string> = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'not'])

/**
 * Before 2019-09 the exclusive bounds were switches of the others; documents of 3.1 still have them so. An empty `enum` is
 * allowed since 3.1; real documents have it where their generator left the values out, so that it is ignored.
 */
function isReadAnyway(keyword: string, value: JsonValue, version: DescriptionVersion): boolean {
  if (keyword === 'enum') return version === '3.1' && isList(value) && value.length === 0
  return (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') && typeof value === 'boolean'
}

function isType(value: JsonValue): boolean {
  const names = [value].flat()
  return names.length > 0 && unknownTypes(names).length === 0
}

function typeReason(value: JsonValue): string | undefined {
  const [wrong] = unknownTypes([value].flat())
  return typeof wrong === 'string' ? `there is no type ${JSON.stringify(wrong)}` : emptyList(value)
}

function emptyList(value: JsonValue): string | undefined {
  return isList(value) && value.length === 0 ? 'the list is empty' : undefined
}

function patternReason(value: JsonValue): string | undefined {
  const prepared = typeof value === 'string' ? preparePattern(value) : undefined
  return prepared === undefined || prepared.ok
    ? undefined
    : `${JSON.stringify(value)} is no regular expression: ${prepared.message}`
}
