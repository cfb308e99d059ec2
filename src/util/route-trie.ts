import { isDeepStrictEqual } from 'node:util'
import { decodePercent } from './decode-percent.ts'

/** A value under a path such as `/users/{id}` or `/files/{path*}`. */
interface Placed {
  readonly path: string
}

/** The values under a path, in the order they were added, and the values of its `{parameters}` in their order. */
export interface FoundPath<Value> {
  readonly values: readonly Value[]
  readonly parameters: readonly string[]
}

/** One segment of the paths that go on behind it. What is empty is left out: there may be very many. */
class Node<Value extends Placed> {
  /** The one concrete segment; from the second one on they are in `literals`, which takes five times the room. */
  only?: { readonly segment: string; next: Behind<Value> }
  literals?: Map<string, Behind<Value>>
  /** Segments such as `{name}.json`, in the order they were added. */
  mixed?: { readonly literals: readonly string[]; readonly next: Node<Value> }[]
  parameter?: Node<Value>
  /** Paths that end here. */
  ends?: readonly Value[]
  /** Paths whose last segment, `{name*}`, takes all that is left. */
  rests?: readonly Value[]
}

/**
 * The continuation of a path behind a concrete segment. The only one there is not taken apart before another joins it,
 * or a request looks for it: of ten thousand routes most are never called.
 */
type Behind<Value extends Placed> = Node<Value> | Value

/**
 * Paths with `{parameters}`, found segment by segment, so that ten thousand of them take no longer than ten. A concrete
 * segment wins over one with a parameter at every level (OpenAPI 3.1, 4.8.8.2).
 */
export class RouteTrie<Value extends Placed> {
  readonly #root = new Node<Value>()

  constructor(values: readonly Value[]) {
    for (const value of values) insert(this.#root, value, 0)
  }

  /** All that a path is known under, the most concrete first. The lists of values are the same for every path. */
  find(path: string): readonly FoundPath<Value>[] {
    const found: FoundPath<Value>[] = []
    collect(this.#root, segmentsOf(path), 0, [], found)
    return found
  }

  /** Groups the values that fit the same paths, in the order they were given, where there are several. */
  alike(): readonly (readonly Value[])[] {
    const found: (readonly Value[])[] = []
    collectAlike(this.#root, found)
    return found
  }
}

/** Adds a value whose path leads to this node with its first segments. */
function insert<Value extends Placed>(start: Node<Value>, value: Value, depth: number): void {
  const segments = segmentsOf(value.path)
  let node = start
  for (let at = depth; at < segments.length; at++) {
    const segment = segments[at] ?? ''
    if (/^\{[^{}]+\*\}$/.test(segment)) {
      node.rests = added(node.rests, value)
      return
    }
    if (segment.includes('{')) node = behindParameter(node, segment)
    else {
      if (peek(node, segment) === undefined) {
        put(node, segment, value)
        return
      }
      node = behind(node, segment, at) ?? node
    }
  }
  node.ends = added(node.ends, value)
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

function behindParameter<Value extends Placed>(node: Node<Value>, segment: string): Node<Value> {
  if (/^\{[^{}]+\}$/.test(segment)) return (node.parameter ??= new Node())
  const literals = segment.split(/\{[^{}]+\}/)
  node.mixed ??= []
  const known = node.mixed.find(mixed => isDeepStrictEqual(mixed.literals, literals))
  if (known !== undefined) return known.next
  const made = { literals, next: new Node<Value>() }
  node.mixed.push(made)
  return made.next
}

function peek<Value extends Placed>(
  { only, literals }: Node<Value>,
  segment: string,
): Behind<Value> | undefined {
  return only?.segment === segment ? only.next : literals?.get(segment)
}

function put<Value extends Placed>(node: Node<Value>, segment: string, next: Behind<Value>): void {
  const { only } = node
  if (node.literals === undefined && (only === undefined || only.segment === segment)) {
    node.only = { segment, next }
    return
  }
  node.literals ??= new Map(only === undefined ? [] : [[only.segment, only.next]])
  node.literals.set(segment, next)
  delete node.only
}

/** The node behind a concrete segment, the one at this depth. */
function behind<Value extends Placed>(
  node: Node<Value>,
  segment: string,
  depth: number,
): Node<Value> | undefined {
  const known = peek(node, segment)
  if (known === undefined || known instanceof Node) return known
  const made = new Node<Value>()
  insert(made, known, depth + 1)
  put(node, segment, made)
  return made
}

/** Finds the values between texts, each as short as it can be and none empty; in one pass, however long the segment is. */
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
function collect<Value extends Placed>(
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
  const concrete = behind(node, segment, at)
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

function collectAlike<Value extends Placed>(node: Node<Value>, found: (readonly Value[])[]): void {
  const { only, literals, mixed = [], parameter, ends = [], rests = [] } = node
  for (const values of [ends, rests]) if (values.length > 1) found.push(values)
  const concrete = literals === undefined ? [only?.next] : literals.values()
  for (const next of concrete) if (next instanceof Node) collectAlike(next, found)
  for (const { next } of mixed) collectAlike(next, found)
  if (parameter !== undefined) collectAlike(parameter, found)
}
