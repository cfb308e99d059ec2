import { parsePlainPath } from '../../json-path/index.ts'
import { isList } from '../../util/is-json.ts'
import type { JsonValue } from '../../model/json.ts'

/** The parts of a document that paths lead to: members by their names, items by their indexes. */
interface Part {
  readonly members: Map<string, Part>
  readonly items: Map<number, Part>
  /** The path that ends here. */
  path?: string
}

/** The value at the end of a path; undefined where nothing is to stand there. */
type Leaf = (path: string) => JsonValue | undefined

/** Makes documents in which each of these paths leads somewhere; a path of the full grammar leads where its names do. */
export function documentMaker(paths: readonly string[]): (leaf: Leaf) => JsonValue {
  const root = emptyPart()
  for (const path of paths) addPath(root, path)
  return leaf => valueOf(root, leaf, '$') ?? {}
}

function emptyPart(): Part {
  return { members: new Map(), items: new Map() }
}

function addPath(root: Part, path: string): void {
  let part = root
  for (const key of keysOf(path))
    part = typeof key === 'string' ? under(part.members, key) : under(part.items, key)
  part.path ??= path
}

function under<Key>(parts: Map<Key, Part>, key: Key): Part {
  const found = parts.get(key) ?? emptyPart()
  parts.set(key, found)
  return found
}

/** The names and indexes of a path; items that are chosen in another way are the first. */
function keysOf(path: string): readonly (string | number)[] {
  const plain = parsePlainPath(path)
  if (plain !== undefined)
    return plain.map(key => (typeof key === 'number' ? Math.min(Math.abs(key), mostItems) : key))
  return [...path.matchAll(segment)].map(([, name, quoted]) => name ?? quoted ?? 0)
}

const segment = /\.\.?([A-Za-z_][\w-]*)|\[(?:'([^']*)'|"[^"]*"|[^\]]*)\]/g

/** Behind so many items nothing is made. */
const mostItems = 20

function valueOf(part: Part, leaf: Leaf, place: string): JsonValue | undefined {
  const { members, items } = part
  if (members.size > 0) return objectOf(members, leaf, place)
  if (items.size === 0) return part.path === undefined ? undefined : leaf(place)
  const own = part.path === undefined ? undefined : leaf(place)
  // A validation of the whole list may be of its length.
  if (own !== undefined && isList(own) && own.length === 0) return own
  const most = Math.max(...items.keys())
  const sample = items.get(most)
  const length = most + 1 + (own !== undefined && isList(own) ? own.length : 0)
  return Array.from(
    { length },
    (_, index) => valueOf(items.get(index) ?? sample ?? emptyPart(), leaf, `${place}[${index}]`) ?? null,
  )
}

function objectOf(members: ReadonlyMap<string, Part>, leaf: Leaf, place: string): JsonValue {
  const values = [...members].map(([key, inner]) => [key, valueOf(inner, leaf, `${place}.${key}`)] as const)
  return Object.fromEntries(values.filter((one): one is readonly [string, JsonValue] => one[1] !== undefined))
}
