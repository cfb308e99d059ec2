import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { parsePlainPath, type PlainPath } from '../../../../json-path/index.ts'
import { copyOf } from '../../../../util/copy-of.ts'
import type { Translation } from '../understand/statement-report.ts'

type Draft = Record<string, unknown> | unknown[]

/** Makes up an answer that most of a translation's validations accept. */
export function fittingAnswer({
  validations,
  extracts,
}: Pick<Translation, 'validations' | 'extracts'>): AnswerForTest {
  const root: { $?: unknown } = {}
  const headers = new Map<string, string>([['Content-Type', 'application/json']])
  const texts: string[] = []
  let status = 200
  const conditions = [...validations, ...Object.values(extracts)].flatMap(one =>
    isObject(one) ? [one['when'] ?? []].flat().filter(isObject) : [],
  )
  for (const validation of [...conditions, ...validations])
    for (const [target, expected] of Object.entries(validation)) {
      if (isObject(expected) && expected['missing'] === true) continue
      const value = sampleOf(expected)
      if (target === 'status' && typeof value === 'number') status = value
      else if (target.startsWith('header ')) headers.set(target.slice(7), textOf(value))
      else if (target === 'text' && typeof value === 'string') texts.push(value)
      else if (target.startsWith('$')) put(root, parsePlainPath(target) ?? [], value)
    }
  for (const [name, from] of Object.entries(extracts)) {
    const target = isObject(from) ? from['from'] : from
    if (typeof target === 'string' && target.startsWith('$'))
      put(root, parsePlainPath(target) ?? [], `a ${name}`)
  }
  for (const text of texts) put(root, ['texts', text.replaceAll('"', '')], text)
  const json = root.$ === undefined ? { ok: true } : (JSON.parse(JSON.stringify(root.$)) as JsonValue)
  return { status, headers: [...headers], json, duration: 12 }
}

/** Values for the variables that a translation compares with. */
export function sampleVariables({
  validations,
}: Pick<Translation, 'validations'>): Readonly<Record<string, string>> {
  const names = [...JSON.stringify(validations).matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map(name => [name, `some ${name}`]))
}

/** A value that is as expected. */
function sampleOf(expected: JsonValue): JsonValue {
  if (typeof expected === 'string') return expected.replaceAll(/\{\{([\w-]+)\}\}/g, 'some $1')
  if (!isObject(expected)) return expected
  if (expected['same-as'] !== undefined) return sampleOf(expected['same-as'])
  for (const operator of ['equals', 'contains', 'at-least', 'at-most', 'starts-with', 'ends-with']) {
    const value = expected[operator]
    if (value !== undefined) return typeof value === 'string' ? sampleOf(value) : value
  }
  if (isList(expected['one-of'] ?? null)) return (expected['one-of'] as readonly JsonValue[])[0] ?? null
  if (typeof expected['greater-than'] === 'number') return expected['greater-than'] + 1
  if (typeof expected['less-than'] === 'number') return expected['less-than'] - 1
  if (expected['matches'] !== undefined && expected['matches'] !== '<any>')
    return unmarked(expected['matches'])
  return typed(expected['has-type'], expected['has-length'])
}

function typed(type: JsonValue | undefined, length: JsonValue | undefined): JsonValue {
  const count = typeof length === 'number' ? length : 1
  switch (type) {
    case 'array':
      return Array.from({ length: count }, (_, index) => index)
    case 'object':
      return { some: 'member' }
    case 'number':
    case 'integer':
      return 7
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'some text'
  }
}

function unmarked(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(unmarked)
  if (!isObject(value)) return value === '<any>' ? 'anything' : value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, JsonValue] => [name, unmarked(member)]),
  )
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Puts a value into the draft at a way through it. What is there already and says more stays. */
function put(root: { $?: unknown }, path: PlainPath, value: JsonValue): void {
  let parent: Draft = root
  let name: string | number = '$'
  for (const segment of path) {
    const inner = at(parent, name)
    const isFit = typeof segment === 'number' ? Array.isArray(inner) : isObject(inner)
    const next: Draft = isFit ? (inner as Draft) : typeof segment === 'number' ? [] : {}
    set(parent, name, next)
    parent = next
    name = typeof segment === 'number' && segment < 0 ? 0 : segment
  }
  const known = at(parent, name)
  const saysMore = typeof known === 'object' && known !== null && Object.keys(known).length > 0
  if (!saysMore) set(parent, name, copyOf(value))
}

function at(draft: Draft, name: string | number): unknown {
  return (draft as Record<string | number, unknown>)[name]
}

function set(draft: Draft, name: string | number, value: unknown): void {
  ;(draft as Record<string | number, unknown>)[name] = value
}
