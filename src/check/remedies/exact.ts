import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isSurely, plainWord, wholeOperator, yesOrNo } from './words.ts'

/**
 * True where what stands in place of something says the same for certain: words are ours in another spelling, or have no
 * other meaning, and values stay as they are. Whatever else a remedy tells is for people to decide.
 */
export function keepsMeaning(before: JsonValue, after: JsonValue): boolean {
  if (isDeepStrictEqual(before, after)) return true
  if (isList(before) && isList(after))
    return before.length === after.length && before.every((one, at) => keepsMeaning(one, after[at] ?? null))
  if (isObject(before) && isObject(after)) {
    const [pairs, others] = [Object.entries(before), Object.entries(after)]
    return (
      pairs.length === others.length && pairs.every((pair, at) => keepsPair(pair, others[at] ?? ['', null]))
    )
  }
  return typeof after === 'boolean' && yesOrNo(before) === after
}

type Pair = readonly [key: string, value: JsonValue]

function keepsPair([key, before]: Pair, [meant, after]: Pair): boolean {
  if (isSurely(key, meant) && keepsMeaning(before, after)) return true
  // A status alone is one of the validations.
  if (meant === 'validations' && isSurely(key, 'status') && isDeepStrictEqual(after, [{ status: before }]))
    return true
  const word = plainWord(key)
  // The content of `not` is turned round, or has no remedy.
  if (word === 'not') return true
  return (
    /^(?:is|not|doesnot|shouldbe|shouldnot)/.test(word) &&
    meant !== 'has-length' &&
    yesOrNo(before) !== undefined &&
    wholeOperator(key)?.split(': ')[0]?.replace('not-', '') === meant.replace('not-', '')
  )
}
