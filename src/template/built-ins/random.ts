/** A whole number from `least` to `most`, both included. */
export function integer(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1))
}

/** One entry of a list written as `red, green, sky blue`. */
export function pick(list: string): string {
  return pickFrom(list.split(', '))
}

/** One character of a text. */
export function pickCharacter(characters: string): string {
  return pickFrom(characters.split(''))
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
