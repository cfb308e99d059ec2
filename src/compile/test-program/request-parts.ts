import { valueText } from '../../util/value-text.ts'
import type { Field, Value } from './test-program.ts'

/** A part of a text that is put together. */
export function partsOf(text: Value): readonly (string | Value)[] {
  if (text.kind === 'template') return text.parts
  return [text.kind === 'literal' ? valueText(text.value) : text]
}

/** The parts that a URL is put together of: its texts are encoded where they must be, and values are put in as they are. */
export function urlParts(url: Value): readonly (string | Value)[] {
  return partsOf(url).map(part => (typeof part === 'string' ? urlText(part) : part))
}

function urlText(text: string): string {
  return text.replace(/[^\w!#$%&'()*+,/:;=?@.~-]/gu, character => encodeURIComponent(wellFormed(character)))
}

function wellFormed(character: string): string {
  return /\p{Cs}/u.test(character) ? '\ufffd' : character
}

/** True where a URL has a query of its own. */
export function hasQuery(url: Value): boolean {
  return partsOf(url).some(part => typeof part === 'string' && part.includes('?'))
}

/** The values of fields by their names, in the order in which those come first. */
export function fieldsByName(
  fields: readonly Field[],
): readonly (readonly [name: string, values: readonly Value[]])[] {
  const names = [...new Set(fields.map(({ name }) => name))]
  return names.map(name => [name, fields.filter(field => field.name === name).map(({ value }) => value)])
}

/** The values of a header that comes more than once, as one. */
export function joinedValue(values: readonly Value[]): Value {
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) return only
  const parts = values.map(value => (value.kind === 'literal' ? valueText(value.value) : value))
  return { kind: 'template', parts: parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part])) }
}
