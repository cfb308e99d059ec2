import { isDeepStrictEqual } from 'node:util'
import { decodePercent } from '../util/decode-percent.ts'

/** What a path is known under, in the order it was added, and the values of its `{parameters}` in their order. */
export interface FoundPath<Value> {
  readonly values: readonly Value[]
  readonly parameters: readonly string[]
}

/** One segment of the paths that go on behind it. What is empty is left out: there may be very many. */
interface Node<Value> {
  /** The one concrete segment; from the second one on they are in `literals`, which takes five times the room. */
  only?: { readonly segment: string; readonly next: Node<Value> }
  literals?: Map<string, Node<Value>>
  /** Segments such as `{name}.json`, in the order they were added. */
  mixed?: { readonly literals: readonly string[]; readonly next: Node<Value> }[]
  parameter?: Node<Value>
  /** Paths that end here. */
  ends?: readonly Value[]
  /** Paths whose last segment, `{name*}`, takes all that is left. */
  rests?: readonly Value[]
}

/**
 * Paths with `{parameters}`, found segment by segment, so that ten thousand of them take no longer than ten. A concrete
 * segment wins over one with a parameter at every level (OpenAPI 3.1, 4.8.8.2).
 */
export class RouteTrie<Value> {
  readonly #root: Node<Value> = {}

  /** Adds a path such as `/users/{id}` or `/files/{path*}`. */
  add(path: string, value: Value): void {
    let node = this.#root
    for (const segment of segmentsOf(path)) {
      if (/^\{[^{}]+\*\}$/.test(segment)) {
        node.rests = added(node.rests, value)
        return
      }
      node = next(node, segment)
    }
    node.ends = added(node.ends, value)
  }

  /** All that a path is known under, the most concrete first. */
  find(path: string): readonly FoundPath<Value>[] {
    const found: FoundPath<Value>[] = []
    collect(this.#root, segmentsOf(path), 0, [], found)
    return found
  }
}

/** Mostly the only one, for which a list that others were added to would keep room for sixteen more. */
function added<Value>(values: readonly Value[] | undefined, value: Value): readonly Value[] {
  return values === undefined ? [value] : [...values, value]
}

/** The segments of a path behind its first slash, decoded where they can be. */
function segmentsOf(path: string): readonly string[] {
  const segments = (path.startsWith('/') ? path.slice(1) : path).split('/')
  return path.includes('%') ? segments.map(decodePercent) : segments
}

function next<Value>(node: Node<Value>, segment: string): Node<Value> {
  if (!segment.includes('{')) return literal(node, segment)
  if (/^\{[^{}]+\}$/.test(segment)) return (node.parameter ??= {})
  const literals = segment.split(/\{[^{}]+\}/)
  node.mixed ??= []
  const known = node.mixed.find(mixed => isDeepStrictEqual(mixed.literals, literals))
  if (known !== undefined) return known.next
  const made = { literals, next: {} }
  node.mixed.push(made)
  return made.next
}

function literal<Value>(node: Node<Value>, segment: string): Node<Value> {
  const known = behind(node, segment)
  if (known !== undefined) return known
  const made: Node<Value> = {}
  const { only } = node
  if (only === undefined && node.literals === undefined) node.only = { segment, next: made }
  else {
    node.literals ??= new Map(only === undefined ? [] : [[only.segment, only.next]])
    node.literals.set(segment, made)
    delete node.only
  }
  return made
}

function behind<Value>({ only, literals }: Node<Value>, segment: string): Node<Value> | undefined {
  return only?.segment === segment ? only.next : literals?.get(segment)
}

/** What stands between texts, each value as short as it can be and none empty; in one pass, however long the segment is. */
function valuesBetween(
  [first = '', ...inner]: readonly string[],
  segment: string,
): readonly string[] | undefined {
  const last = inner.pop() ?? ''
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined
  const end = segment.length - last.length
  const values: string[] = []
  let at = first.length
  for (const text of inner) {
    const next = segment.indexOf(text, at + 1)
    if (next === -1) return undefined
    values.push(segment.slice(at, next))
    at = next + text.length
  }
  return at < end ? [...values, segment.slice(at, end)] : undefined
}

/** `parameters` are those on the way here. */
function collect<Value>(
  node: Node<Value>,
  segments: readonly string[],
  at: number,
  parameters: readonly string[],
  found: FoundPath<Value>[],
): void {
  const segment = segments[at]
  if (segment === undefined) {
    if (node.ends !== undefined) found.push({ values: node.ends, parameters })
    return
  }
  const concrete = behind(node, segment)
  if (concrete !== undefined) collect(concrete, segments, at + 1, parameters, found)
  for (const { literals, next: rest } of node.mixed ?? []) {
    const values = valuesBetween(literals, segment)
    if (values !== undefined) collect(rest, segments, at + 1, [...parameters, ...values], found)
  }
  // An empty segment is no value: `/users//orders` is not an order of somebody.
  if (segment !== '' && node.parameter !== undefined)
    collect(node.parameter, segments, at + 1, [...parameters, segment], found)
  if (node.rests !== undefined)
    found.push({ values: node.rests, parameters: [...parameters, segments.slice(at).join('/')] })
}
