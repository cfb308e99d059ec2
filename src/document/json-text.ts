import { isCollection } from '../util/is-json.ts'
/** How deep JSON may be nested that is looked through and written again; more would overflow the stack of calls. */
export const deepestJson = 1000

/** True where lists and objects are nested too deeply in a value that was read from this JSON. */
export function isDeeplyNested(value: unknown, json: string): boolean {
  if (json.length < 2 * deepestJson || !mayBeDeep(json, deepestJson)) return false
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= deepestJson; depth++) level = level.flatMap(insideOf)
  return level.length > 0
}

function insideOf(value: unknown): readonly unknown[] {
  return isCollection(value) ? Object.values<unknown>(value) : []
}

/**
 * True where more than so many brackets and braces stand open somewhere in a text, at a glance: those in quotes and comments
 * count, too.
 */
export function mayBeDeep(text: string, most: number): boolean {
  // To go through all characters takes as long as to parse them.
  if (!hasMoreOpened(text, most)) return false
  let depth = 0
  const bracket = /[[\]{}]/g
  while (bracket.test(text)) {
    const code = text.charCodeAt(bracket.lastIndex - 1)
    if (code === 0x5b || code === 0x7b) depth++
    else if (depth > 0) depth--
    if (depth > most) return true
  }
  return false
}

function hasMoreOpened(text: string, most: number): boolean {
  let count = 0
  for (const bracket of '[{')
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++count > most) return true
  return false
}

/** A key in a JSON text, and where it stands. */
interface JsonKey {
  readonly key: string
  readonly offset: number
  /** The keys that lead to it, itself the last; to be asked for before the next key is. */
  readonly path: () => readonly string[]
  /** True where its object has the key already. */
  readonly isRepeated: boolean
}

/** Each key in a text of valid JSON, in order. */
export function* keysIn(text: string): Generator<JsonKey> {
  const open: { key: string; readonly seen: Set<string> }[] = []
  const token = /["{}]/g
  const rest = /["\\]/g
  const colon = /\s*:/y
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') open.push({ key: '', seen: new Set() })
    else if (match[0] === '}') open.pop()
    else {
      rest.lastIndex = token.lastIndex
      while (rest.exec(text)?.[0] === '\\') rest.lastIndex++
      colon.lastIndex = token.lastIndex = rest.lastIndex
      const object = open.at(-1)
      if (object === undefined || !colon.test(text)) continue
      object.key = JSON.parse(text.slice(match.index, rest.lastIndex)) as string
      const isRepeated = object.seen.has(object.key)
      object.seen.add(object.key)
      const path = (): readonly string[] => open.map(({ key }) => key)
      yield { key: object.key, offset: match.index, path, isRepeated }
    }
  }
}

/** The first key that an object has twice, and where it stands again. `text` must be valid JSON. */
export function repeatedKey(text: string): { readonly key: string; readonly offset: number } | undefined {
  for (const found of keysIn(text)) if (found.isRepeated) return found
  return undefined
}

/** Why a JSON text is refused that has a key twice, as a fragment with the line; nothing where each is there once. */
export function whyRepeated(text: string): string | undefined {
  const repeated = repeatedKey(text)
  if (repeated === undefined) return undefined
  const line = text.slice(0, repeated.offset).split('\n').length
  return `line ${line}: the key ${JSON.stringify(repeated.key)} stands there for the second time`
}

/** Characters that V8 shows on each side of a wrong one. */
const context = 10

/**
 * Where `JSON.parse` stopped (UTF-16 units), from its message: V8 says `at position 7`, or quotes what stands around the
 * place, or says that the text ended.
 */
export function jsonErrorOffset(text: string, message: string): number {
  const position = / at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, cutBefore, around] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? []
  if (around === undefined) return text.length
  const start = text.indexOf(around)
  const token = / token '([\s\S]+?)',/.exec(message)?.[1] ?? ''
  return start + (cutBefore === undefined ? Math.max(0, around.indexOf(token)) : context)
}

/**
 * The deepest nesting of collections in YAML that is read: far more than anybody reads, and far less than the stack of calls has
 * room for.
 */
export const deepestYaml = 500

/** The fault that the reader of JSON tells, without the place and what stands there. */
export function jsonErrorWords(message: string): string {
  return message.replace(/,? (in JSON )?at position .*$|, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '')
}
