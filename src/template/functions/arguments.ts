import type { JsonValue } from '../../model/json.ts'
import { functionFacts } from '../../generated/functions.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { algorithms } from './tokens.ts'
import { lengthOf, noZone, offsetIn, wrongForm } from './dates.ts'
import { decimalOf } from './numbers.ts'
import type { ArgumentType } from './function-facts.ts'
import { Misuse } from './misuse.ts'
import type { Argument, FunctionCall } from './pipeline.ts'
import { isNumber } from '../../util/exact-number.ts'

/**
 * Reads the arguments of a function, or says why it cannot be called so, which is known before anything is sent. `keys`
 * are the values of the variables that hold its keys, once they have some.
 */
export function readArguments(
  { name, arguments: given }: FunctionCall,
  keys: readonly JsonValue[] = [],
): readonly JsonValue[] | Misuse {
  const known = functionFacts.get(name)?.arguments ?? []
  if (given.length > known.length) return tooMany(name, known.length)
  const read: JsonValue[] = []
  let nextKey = 0
  for (const [index, { type, needs, optional }] of known.entries()) {
    const argument = given[index]
    if (argument === undefined) {
      if (optional === true) break
      return new Misuse(`${name} needs ${needs ?? 'more'}`, usageOf(name))
    }
    const value = readers[type](argument, name)
    if (value instanceof Misuse) return value
    read.push(type === 'key' && nextKey < keys.length ? (keys[nextKey++] ?? null) : value)
  }
  return read
}

function tooMany(name: string, count: number): Misuse {
  const most = count === 0 ? 'nothing' : count === 1 ? 'one argument' : `${count} arguments`
  return new Misuse(`${name} takes ${most}`, `${usageOf(name)} Quotes hold an argument with spaces: 'a b'.`)
}

/** `Write {{name | slice FROM TO}}.` */
function usageOf(name: string): string {
  const names = (functionFacts.get(name)?.arguments ?? []).map(one =>
    one.optional === true ? `[${one.name}]` : one.name,
  )
  return `Write {{name | ${[name, ...names].join(' ')}}}.`
}

/** The value of an argument, by its type. */
const readers: Readonly<Record<ArgumentType, (argument: Argument, name: string) => JsonValue | Misuse>> = {
  value: ({ value }) => value,
  text: ({ text }) => text,
  searched: ({ text }, name) =>
    text === '' ? new Misuse(`${name} needs a text to look for: '' is everywhere`) : text,
  whole: ({ value }, name) =>
    isNumber(value) && Number.isSafeInteger(Number(value))
      ? Number(value)
      : new Misuse(`${name} takes whole numbers`),
  key: ({ text, isQuoted }) =>
    isQuoted ? new Misuse('a key is never written in a suite: name a variable that holds it') : text,
  encoding: ({ text }, name) => oneOf(text, ['hex', 'base64', 'base64url'], `${name} gives`),
  algorithm: ({ text }, name) => oneOf(text, algorithms, `${name} signs with`),
  amount: ({ text }) =>
    lengthOf(text) === undefined && decimalOf(text.replace(/^\+/, '')) === undefined
      ? new Misuse('a length is 15m, 2h or 7d', 'Months and years are none: one is longer than another.')
      : text,
  number: ({ value }, name) => (isNumber(value) ? value : new Misuse(`${name} takes a number`)),
  form: ({ text }) => wrongForm(text) ?? text,
  zone: ({ text }) => (offsetIn(text, 0) === undefined ? noZone(text) : text),
  place: ({ value }, name) =>
    isNumber(value) && Number(value) >= 0 && Number(value) < 1
      ? Number(value)
      : new Misuse(`the place of ${name} is a number from 0 up to 1`),
}

function oneOf(text: string, known: readonly string[], says: string): string | Misuse {
  const message = `${says} ${known.slice(0, -1).join(', ')} or ${known.at(-1) ?? ''}`
  return known.includes(text) ? text : new Misuse(message, didYouMean(text, known))
}
