import { isDeeplyNested } from '../../document/json-text.ts'
import { functionFacts } from '../../generated/functions.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { valueText } from '../../util/value-text.ts'
import { readArguments } from './arguments.ts'
import { kindOf, misfitOf, takesKind } from './function-facts.ts'
import { dateText, plus } from './dates.ts'
import { added, decimalOf, multiplied, numberOf } from './numbers.ts'
import { Misuse } from './misuse.ts'
import type { FunctionCall } from './pipeline.ts'
import { claimsOf, hashes, hashOf, hmacOf, signedToken } from './tokens.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Characters of text that a function takes, and items that `split` gives. */
export const longestInput = 16 * 1024 * 1024
const mostItems = 1_000_000

/** A function applied to a value of a kind that it takes; a text longer than `longestInput` comes to none. */
type TemplateFunction = (input: JsonValue, given: readonly JsonValue[], around: Around) => JsonValue | Misuse

/** The further input of a function: the name of its value where it does not fit, and a random number from 0 up to 1. */
interface Around {
  readonly called: string
  readonly random: () => number
}

const functions: Readonly<Record<string, TemplateFunction>> = {
  default: (input, [standIn = null]) => (input === null || input === '' ? standIn : input),
  upper: input => valueText(input).toUpperCase(),
  lower: input => valueText(input).toLowerCase(),
  trim: input => valueText(input).trim(),
  slice: (input, [from, to]) => slice(input, from as number, to as number | undefined),
  split: (input, [separator]) => split(valueText(input), separator as string),
  join: (input, [separator]) => join(input as readonly JsonValue[], separator as string),
  replace: (input, [old, by]) => replace(valueText(input), old as string, by as string),
  json: input => writeJson(input),
  'from-json': input => fromJson(valueText(input)),
  base64: input => Buffer.from(valueText(input)).toString('base64'),
  'from-base64': input => fromBase64('from-base64', valueText(input), /^[A-Za-z0-9+/]*={0,2}$/),
  base64url: input => Buffer.from(valueText(input)).toString('base64url'),
  'from-base64url': input => fromBase64('from-base64url', valueText(input), /^[\w-]*={0,2}$/),
  url: input => encodeURIComponent(valueText(input).replace(/[\ud800-\udfff]/gu, '\ufffd')),
  'from-url': input => fromUrl(valueText(input)),
  ...Object.fromEntries(hashes.map(name => [name, hashOf(name)])),
  ...Object.fromEntries(hashes.filter(name => name !== 'md5').map(name => [`hmac-${name}`, hmacOf(name)])),
  jwt: (input, [algorithm, key]) => signedToken(input as JsonObject, algorithm as string, key as JsonValue),
  plus: (input, [amount], { called }) => plus(input, amount as string, called),
  times: (input, [number], { called }) => times(input, number as number, called),
  sum: input => sum(input as readonly JsonValue[]),
  count: input => (input as readonly JsonValue[]).length,
  date: (input, [form, zone], { called }) =>
    dateText(input, form as string, zone as string | undefined, called),
  pick: (input, [place], { random }) =>
    pick(input as readonly JsonValue[], (place as number | undefined) ?? random()),
  'jwt-claims': input => claimsOf(valueText(input)),
}

/** Calls a function; `keys` are the values of the variables that hold its keys. */
export function callFunction(
  call: FunctionCall,
  input: JsonValue,
  called: string,
  keys: readonly JsonValue[] = [],
  random: () => number = Math.random,
): JsonValue | Misuse {
  const { name } = call
  const [facts, does] = [functionFacts.get(name), functions[name]]
  if (facts === undefined || does === undefined) throw new Error(`There is no function ${name}.`)
  const kind = kindOf(input)
  if (!takesKind(facts, kind)) return new Misuse(misfitOf(name, facts, called, kind))
  if (typeof input === 'string' && input.length > longestInput) return tooLong(name)
  const told = readArguments(call, keys)
  if (told instanceof Misuse) return told
  return does(input, told, { called, random })
}

function tooLong(name: string): Misuse {
  return new Misuse(`${name} takes at most 16 MiB of text`)
}

/** Places count characters, and never the halves of one. */
function slice(input: JsonValue, from: number, to: number | undefined): JsonValue {
  if (isList(input)) return input.slice(from, to)
  const text = valueText(input)
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).slice(from, to).join('') : text.slice(from, to)
}

function split(text: string, separator: string): JsonValue | Misuse {
  const parts = text.split(separator, mostItems + 1)
  return parts.length > mostItems ? new Misuse(`split gives at most ${mostItems} items`) : parts
}

function join(items: readonly JsonValue[], separator: string): string | Misuse {
  const texts = items.map(valueText)
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0)
  return length > longestInput ? tooLong('join') : texts.join(separator)
}

function replace(text: string, old: string, by: string): string | Misuse {
  let count = 0
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) count++
  if (text.length + count * (by.length - old.length) > longestInput) return tooLong('replace')
  return text.replaceAll(old, by.replaceAll('$', '$$$$'))
}

function fromJson(text: string): JsonValue | Misuse {
  try {
    const value = parseJson(text)
    return isDeeplyNested(value, text) ? new Misuse('from-json takes JSON of at most 1000 levels') : value
  } catch {
    // The message of the parser quotes the text, which may be a part of a secret.
    return new Misuse('from-json is given what is no JSON')
  }
}

function fromBase64(name: string, text: string, shape: RegExp): string | Misuse {
  if (!shape.test(text) || text.replace(/=+$/, '').length % 4 === 1)
    return new Misuse(`${name} is given what is none`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    return new Misuse(`${name} gives text, and these bytes are none in UTF-8`)
  }
}

function fromUrl(text: string): string | Misuse {
  try {
    return decodeURIComponent(text)
  } catch {
    return new Misuse('from-url is given what is no part of a URL: "%" stands before two digits')
  }
}

function times(input: JsonValue, by: number, called: string): JsonValue | Misuse {
  const [number, factor] = [decimalOf(input), decimalOf(by)]
  return number === undefined || factor === undefined
    ? new Misuse(`times takes a number, ${called} is none`)
    : numberOf(multiplied(number, factor))
}

function sum(items: readonly JsonValue[]): JsonValue | Misuse {
  const numbers = items.map(decimalOf)
  const wrong = numbers.indexOf(undefined)
  return wrong === -1
    ? numberOf(added(numbers.filter(one => one !== undefined)))
    : new Misuse(`sum takes numbers, and item ${wrong} of the list is none`)
}

function pick(items: readonly JsonValue[], place: number): JsonValue | Misuse {
  return (
    items[Math.floor(place * items.length)] ??
    (items.length === 0 ? new Misuse('pick is given an empty list') : null)
  )
}
