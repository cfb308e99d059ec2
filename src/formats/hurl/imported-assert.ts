import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { isObject } from '../../util/is-json.ts'
import { silent } from '../told.ts'
import { checkOf } from './check-of-assert.ts'
import { EntryNames } from './entry-reading.ts'
import { readHurlFile } from './read-hurl-file.ts'

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/**
 * The assert of one of these predicates whose import is just this validation: it says in one line what a suite has conditions or
 * several operators for.
 */
export function importedAssert(
  query: string,
  validation: JsonObject,
  predicates: readonly string[],
): string | undefined {
  const [target = {}] = Object.entries(validation).flatMap(([key, value]) =>
    key === 'unless' ? [] : [value],
  )
  const isPlain = validation['unless'] === undefined && (!isObject(target) || Object.keys(target).length < 2)
  if (validation['when'] !== undefined || (isPlain && !mayBeItems(target))) return undefined
  return predicates
    .flatMap(one => [one, negated(one)])
    .map(one => `${query} ${one}`)
    .find(line => isImportOf(line, validation))
}

function mayBeItems(expected: JsonValue): boolean {
  return isObject(expected) && /^(?:any|none)$/.test(Object.keys(expected)[0] ?? '')
}

/** `not == 1` for `!= 1`. */
function negated(predicate: string): string {
  return predicate.replace(/^[!=<>]=?/, sign => `not ${opposites[sign] ?? sign}`)
}

function isImportOf(line: string, validation: JsonObject): boolean {
  const read = readHurlFile(`GET http://a\nHTTP *\n[Asserts]\n${line}\n`, '')
  const sections = read.ok ? (read.value.entries[0]?.response?.sections ?? []) : []
  const [assert] = sections.flatMap(({ asserts }) => asserts)
  if (assert === undefined) return false
  const { validations } = checkOf(assert, new EntryNames({ entries: [], rest: '' }), silent, () => 'checked')
  return validations.length === 1 && jsonEqual(validations[0] ?? null, validation)
}
