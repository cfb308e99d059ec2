import { ExactNumber, plainNumber, writeJson } from './exact-number.ts'
import { isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'

/** A piece of the text, as opposed to a value that is still to be written. */
class Piece {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const comma = new Piece(',')
const endOfList = new Piece(']')
const endOfObject = new Piece('}')

/**
 * JSON of a value that is the same for the same value, and for no other: keys are sorted, and a number has one spelling. However
 * deep a value is nested, it is written.
 */
export function canonicalJson(value: JsonValue): string {
  let written = ''
  const waiting: (JsonValue | Piece)[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (next instanceof Piece) written += next.text
    else if (isList(next)) {
      written += '['
      waiting.push(endOfList)
      for (const piece of separated(next.map(item => [item])).toReversed()) waiting.push(piece)
    } else if (isObject(next)) {
      written += '{'
      waiting.push(endOfObject)
      for (const piece of separated(membersOf(next)).toReversed()) waiting.push(piece)
    } else written += scalar(next)
  return written
}

type Pieces = readonly (JsonValue | Piece)[]

function membersOf(value: Readonly<Record<string, JsonValue | undefined>>): readonly Pieces[] {
  return Object.keys(value)
    .sort()
    .flatMap(key => {
      const member = value[key]
      return member === undefined ? [] : [[new Piece(`${JSON.stringify(key)}:`), member]]
    })
}

function separated(parts: readonly Pieces[]): Pieces {
  return parts.flatMap((part, index) => (index === 0 ? part : [comma, ...part]))
}

/** A number beyond all others as no JSON has it, so that it is told apart from null. */
function scalar(value: string | number | boolean | null | ExactNumber): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return writeJson(value instanceof ExactNumber ? plainNumber(value) : value)
}
