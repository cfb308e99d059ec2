import type { FuncKeywordDefinition } from 'ajv'
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js'
import type { JsonValue } from '../../model/json.ts'
import { isList, isCollection } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { canonicalJson } from '../../util/canonical-json.ts'

/** The list that a keyword judges, made of the one that ajv gives. */
type FindList = (data: JsonValue, context?: DataValidationCxt) => JsonValue

/** `uniqueItems` in one pass over the list, where ajv compares every object with every other. */
export function uniqueItemsOf(find: FindList): FuncKeywordDefinition & { readonly keyword: string } {
  return {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isWanted: boolean) => (isWanted ? judgeOf(find) : () => true),
    errors: true,
  }
}

function judgeOf(find: FindList): DataValidateFunction {
  const judge: DataValidateFunction = (data: JsonValue, context) => {
    const items = find(data, context)
    const twins = isList(items) ? equalItems(items) : undefined
    if (twins === undefined) return true
    const [i, j] = twins
    const message = `must NOT have duplicate items (items ## ${i} and ${j} are identical)`
    judge.errors = [{ keyword: 'uniqueItems', params: { i, j }, message }]
    return false
  }
  return judge
}

/** The indexes of the first item that was there before, the earlier one first. */
function equalItems(items: readonly JsonValue[]): readonly [number, number] | undefined {
  const known = new Map<number, number[]>()
  for (const [index, item] of items.entries()) {
    const hash = hashOf(item)
    const alike = known.get(hash)
    const before = alike?.find(other => jsonEqual(items[other] ?? null, item))
    if (before !== undefined) return [before, index]
    if (alike === undefined) known.set(hash, [index])
    else alike.push(index)
  }
  return undefined
}

/** A whole number that is the same for values that are equal: the order of an object's members does not count. */
function hashOf(value: JsonValue): number {
  if (typeof value === 'string') return hashOfText(value)
  if (!isCollection(value)) return ~hashOfText(canonicalJson(value))
  if (isList(value)) return value.reduce<number>((hash, item) => (Math.imul(hash, 31) + hashOf(item)) | 0, 17)
  let sum = 7
  for (const name of Object.keys(value))
    sum = (sum + Math.imul(hashOfText(name) ^ Math.imul(hashOf(value[name] ?? null), 5), 0x9e3779b1)) | 0
  return sum
}

function hashOfText(text: string): number {
  let hash = text.length
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return hash
}
