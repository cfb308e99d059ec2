/** What a path is known under, and the values of its `{parameters}`. */
export interface FoundPath<Value> {
  readonly value: Value
  readonly parameters: Readonly<Record<string, string>>
}

interface Entry<Value> {
  readonly value: Value
  readonly names: readonly string[]
}

/** One segment of the paths that go on behind it. What is empty is left out: there may be very many. */
interface Node<Value> {
  literals?: Map<string, Node<Value>>
  /** Segments such as `{name}.json`, in the order they were added. */
  mixed?: { readonly source: string; readonly pattern: RegExp; readonly next: Node<Value> }[]
  parameter?: Node<Value>
  /** Paths that end here. */
  ends?: Entry<Value>[]
  /** Paths whose last segment, `{name*}`, takes all that is left. */
  rests?: Entry<Value>[]
}

/**
 * Paths with `{parameters}`, found segment by segment, so that ten thousand of them take no longer than ten. A concrete
 * segment wins over one with a parameter at every level (OpenAPI 3.1, 4.8.8.2).
 */
export class RouteTrie<Value> {
  readonly #root: Node<Value> = {}

  /** Adds a path such as `/users/{id}` or `/files/{path*}`. */
  add(path: string, value: Value): void {
    const names: string[] = []
    let node = this.#root
    for (const segment of segmentsOf(path)) {
      const [, rest] = /^\{([^{}]+)\*\}$/.exec(segment) ?? []
      if (rest !== undefined) {
        ;(node.rests ??= []).push({ value, names: [...names, rest] })
        return
      }
      const parameters = [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
      names.push(...parameters)
      node = next(node, segment, parameters.length)
    }
    ;(node.ends ??= []).push({ value, names })
  }

  /** All that a path is known under, the most concrete first. */
  find(path: string): readonly FoundPath<Value>[] {
    const found: FoundPath<Value>[] = []
    collect(this.#root, segmentsOf(path), 0, [], found)
    return found
  }
}

/** The segments of a path behind its first slash, decoded where they can be. */
export function segmentsOf(path: string): readonly string[] {
  const segments = (path.startsWith('/') ? path.slice(1) : path).split('/')
  return path.includes('%') ? segments.map(decoded) : segments
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function next<Value>(node: Node<Value>, segment: string, parameters: number): Node<Value> {
  if (parameters === 0) return literal(node, segment)
  if (/^\{[^{}]+\}$/.test(segment)) return (node.parameter ??= {})
  const source = `^${segment
    .split(/\{[^{}]+\}/)
    .map(text => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('(.+?)')}$`
  node.mixed ??= []
  const known = node.mixed.find(mixed => mixed.source === source)
  if (known !== undefined) return known.next
  const added = { source, pattern: new RegExp(source), next: {} }
  node.mixed.push(added)
  return added.next
}

function literal<Value>(node: Node<Value>, segment: string): Node<Value> {
  node.literals ??= new Map()
  const known = node.literals.get(segment)
  if (known !== undefined) return known
  const added: Node<Value> = {}
  node.literals.set(segment, added)
  return added
}

/** `values` are those of the parameters on the way here. */
function collect<Value>(
  node: Node<Value>,
  segments: readonly string[],
  at: number,
  values: readonly string[],
  found: FoundPath<Value>[],
): void {
  const segment = segments[at]
  if (segment === undefined) {
    for (const entry of node.ends ?? []) found.push(foundPath(entry, values))
    return
  }
  const concrete = node.literals?.get(segment)
  if (concrete !== undefined) collect(concrete, segments, at + 1, values, found)
  for (const { pattern, next: behind } of node.mixed ?? []) {
    const match = pattern.exec(segment)
    if (match !== null) collect(behind, segments, at + 1, [...values, ...match.slice(1)], found)
  }
  // An empty segment is no value: `/users//orders` is not an order of somebody.
  if (segment !== '' && node.parameter !== undefined)
    collect(node.parameter, segments, at + 1, [...values, segment], found)
  for (const entry of node.rests ?? [])
    found.push(foundPath(entry, [...values, segments.slice(at).join('/')]))
}

function foundPath<Value>({ value, names }: Entry<Value>, values: readonly string[]): FoundPath<Value> {
  return { value, parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) }
}
