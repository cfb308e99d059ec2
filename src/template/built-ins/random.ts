let source: () => number = Math.random

/** Makes something by chance with numbers of another source; nothing else runs meanwhile. */
export function withRandom<Value>(random: () => number, make: () => Value): Value {
  const before = source
  source = random
  try {
    return make()
  } finally {
    source = before
  }
}

/** A number from 0 to below 1. */
export function fraction(): number {
  return source()
}

/** A random UUID; of version 4, too, where the numbers can be made once more. */
export function uuid(): string {
  if (source === Math.random) return crypto.randomUUID()
  const digit = (from: number, to: number): string => integer(from, to).toString(16)
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, one =>
    one === 'x' ? digit(0, 15) : digit(8, 11),
  )
}

/** A whole number from `least` to `most`, both included. */
export function integer(least: number, most: number): number {
  return least + Math.floor(source() * (most - least + 1))
}

/** One entry of a list written as `red, green, sky blue`. */
export function pick(list: string): string {
  return pickFrom(list.split(', '))
}

/** One character of a text, whole also where it takes two units. */
export function pickCharacter(characters: string): string {
  return pickFrom(Array.from(characters))
}

/** A text made of `count` calls of `make`. */
export function repeat(count: number, make: () => string, separator = ''): string {
  return Array.from({ length: count }, make).join(separator)
}

/** `count` decimal digits, the first of them perhaps 0. */
export function digits(count: number): string {
  return repeat(count, () => pickCharacter('0123456789'))
}

/** The text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function pickFrom(list: readonly string[]): string {
  return list[integer(0, list.length - 1)] ?? ''
}
