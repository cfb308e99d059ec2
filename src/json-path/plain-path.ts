import { isList, isObject } from '../util/is-json.ts'
import type { JsonValue } from '../util/json-value.ts'

/** A way down from the root: names of members and indexes of items, negative ones counted from the end. */
export type PlainPath = readonly (string | number)[]

const wholePath =
  /^\$(?:\.[A-Za-z_\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}][\w\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}]*|\[(?:0|-?[1-9]\d{0,14})\]|\['[^'\\\p{Cc}\p{Cs}]*'\]|\["[^"\\\p{Cc}\p{Cs}]*"\])*$/u
/** Most paths; the expression above takes a millisecond to get ready. */
const simplePath = /^\$(?:\.[A-Za-z_]\w*)*$/
const segment = /\.([^.[]+)|\[(-?\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/gu

/** True where a JSONPath is one that `parsePlainPath` reads, and so is valid. */
export function isPlainPath(path: string): boolean {
  return simplePath.test(path) || wholePath.test(path)
}

/**
 * Reads the JSONPaths people write most, `$.items[0]['unit price']`: names and indexes only, no blanks, no escapes
 * (RFC 9535 sections 2.3.1 and 2.3.3). Anything else gives `undefined` and needs the full grammar.
 */
export function parsePlainPath(path: string): PlainPath | undefined {
  if (!isPlainPath(path)) return undefined
  return [...path.matchAll(segment)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  )
}

/** Follows the path; `undefined` when it leads nowhere. Only what a JSON text wrote counts, never a prototype. */
export function followPlainPath(path: PlainPath, root: JsonValue): JsonValue | undefined {
  let value: JsonValue | undefined = root
  for (let index = 0; index < path.length; index++) {
    const step = path[index] as string | number
    value = typeof step === 'string' ? member(value, step) : item(value, step)
    if (value === undefined) return undefined
  }
  return value
}

/** A path that leads somewhere, without indexes that count from the end. */
export function fromTheFront(path: PlainPath, root: JsonValue): PlainPath {
  return path.map((step, index) => {
    if (typeof step === 'string' || step >= 0) return step
    const list = followPlainPath(path.slice(0, index), root)
    return list !== undefined && isList(list) ? list.length + step : step
  })
}

function member(value: JsonValue, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function item(value: JsonValue, index: number): JsonValue | undefined {
  return isList(value) ? value.at(index) : undefined
}
