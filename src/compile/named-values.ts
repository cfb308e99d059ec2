import type { JsonObject, JsonValue } from '../model/json.ts'

/** Names and values as a mapping; of a name that comes again the values are a list. */
export function namedValues(pairs: readonly (readonly [string, JsonValue])[]): JsonObject {
  const names = [...new Set(pairs.map(([name]) => name))]
  return Object.fromEntries(
    names.map((name): [string, JsonValue] => {
      const values = pairs.flatMap(([other, value]) => (other === name ? [value] : []))
      return [name, values.length === 1 ? (values[0] ?? null) : values]
    }),
  )
}

/** `name=value` in two. */
export function splitPair(written: string): [string, string] | undefined {
  const at = written.indexOf('=')
  return at < 1 ? undefined : [written.slice(0, at), written.slice(at + 1)]
}

/** The fields of a URL-encoded text in order; undefined when as a mapping they would come to another text. */
export function formPairs(text: string): Pairs | undefined {
  if (!/^[^=&\s]+=/.test(text)) return undefined
  const pairs = [...new URLSearchParams(text)]
  const grouped = groupedPairs(pairs)
  const plainly = (encoded: string): string =>
    encoded.replace(/%7[bd]/gi, decodeURIComponent).replace(/%20/g, '+')
  return plainly(new URLSearchParams(grouped).toString()) === plainly(text) ? pairs : undefined
}

/** The pairs in the order that a mapping of them has. */
export function groupedPairs(pairs: Pairs): Pairs {
  const names = [...new Set(pairs.map(([name]) => name))]
  return names.flatMap(name => pairs.filter(([other]) => other === name))
}

/** Names with their values. */
export type Pairs = readonly [name: string, value: string][]
