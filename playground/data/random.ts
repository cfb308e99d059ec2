/** A source of numbers that gives the same sequence for the same seed, on every machine. */
export interface Random {
  /** A whole number from `lowest` to `highest`, both included. */
  between(lowest: number, highest: number): number
  /** One of the values. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value
}

/**
 * A source seeded by a name such as `product 7`, so that a record does not depend on how many records there are.
 * The generator is mulberry32, the seed the FNV-1a hash of the name.
 */
export function seededRandom(name: string): Random {
  let state = hash(name)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1))
  return { between, pick: values => values[between(0, values.length - 1)] ?? values[0] }
}

function hash(text: string): number {
  let result = 0x811c9dc5
  for (const character of text) result = Math.imul(result ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return result
}
