import type { PairEdge, PairNode } from './pair-graph.ts'
import type { UsedSchema } from './schema-uses.ts'

/** Uses by their numbers, one bit each. */
type UseSet = Uint32Array

/**
 * Knows which uses reach which of the pairs inside them that differ. Pairs that lead back to each other are reached by the
 * same uses, so these are found once for all of them, from the outside in (strongly connected components, R. Tarjan, 1972).
 */
export class Reach {
  readonly #roots: ReadonlyMap<PairNode, readonly UsedSchema[]>
  readonly #uses: readonly UsedSchema[]
  readonly #rootOf: ReadonlyMap<UsedSchema, PairNode>
  readonly #lists = new Map<UseSet | undefined, readonly UsedSchema[]>()
  #into: ReadonlyMap<PairNode, UseSet> | undefined
  #way: { readonly pair: PairNode; readonly onward: ReadonlyMap<PairNode, PairEdge> } | undefined
  #around: ReadonlyMap<PairNode, readonly Around[]> | undefined

  /** `roots` are the pairs that are used, with their uses. */
  constructor(roots: ReadonlyMap<PairNode, readonly UsedSchema[]>) {
    this.#roots = roots
    this.#uses = [...roots.values()].flat().sort((one, other) => one.order - other.order)
    this.#rootOf = new Map([...roots].flatMap(([pair, uses]) => uses.map(use => [use, pair] as const)))
  }

  /** The uses that a pair is inside of. */
  into(pair: PairNode): readonly UsedSchema[] {
    return this.#listed(this.#sets.get(pair))
  }

  /** The same, and those whose schema it is. */
  to(pair: PairNode): readonly UsedSchema[] {
    const own = this.#roots.get(pair) ?? []
    const others = this.into(pair)
    if (own.length === 0) return others
    return others.length === 0
      ? own
      : [...new Set([...own, ...others])].sort((one, other) => one.order - other.order)
  }

  /** The shortest way from a use to a pair; without steps from its own schema only where that `mayBeRoot`. */
  path(use: UsedSchema, pair: PairNode, mayBeRoot: boolean): readonly string[] {
    const root = this.#rootOf.get(use)
    const path: string[] = []
    if (root === undefined || (mayBeRoot && root === pair)) return path
    const onward = this.#wayTo(pair)
    for (let edge = onward.get(root); edge !== undefined; edge = onward.get(edge.node)) {
      path.push(...edge.path)
      if (edge.node === pair) break
    }
    return path
  }

  /** The next step on the shortest way to a pair from every other that is around it. */
  #wayTo(pair: PairNode): ReadonlyMap<PairNode, PairEdge> {
    if (this.#way?.pair === pair) return this.#way.onward
    const onward = new Map<PairNode, PairEdge>()
    const waiting = new Set([pair])
    for (const at of waiting)
      for (const { pair: outer, edge } of this.#outward.get(at) ?? []) {
        if (!onward.has(outer)) onward.set(outer, edge)
        waiting.add(outer)
      }
    this.#way = { pair, onward }
    return onward
  }

  #listed(set: UseSet | undefined): readonly UsedSchema[] {
    const known = this.#lists.get(set)
    if (known !== undefined) return known
    const list = set === undefined ? [] : this.#uses.filter((_, index) => has(set, index))
    this.#lists.set(set, list)
    return list
  }

  get #sets(): ReadonlyMap<PairNode, UseSet> {
    this.#into ??= this.#findSets()
    return this.#into
  }

  get #outward(): ReadonlyMap<PairNode, readonly Around[]> {
    if (this.#around !== undefined) return this.#around
    const around = new Map<PairNode, Around[]>()
    for (const pair of components([...this.#roots.keys()]).flat())
      for (const edge of pair.edges) {
        const known = around.get(edge.node)
        if (known === undefined) around.set(edge.node, [{ pair, edge }])
        else known.push({ pair, edge })
      }
    this.#around = around
    return around
  }

  #findSets(): ReadonlyMap<PairNode, UseSet> {
    const numbers = new Map(this.#uses.map((use, index) => [use, index]))
    const sets = new Map<PairNode, UseSet>()
    for (const component of components([...this.#roots.keys()]).reverse()) {
      const set = this.#withOwn(
        component,
        numbers,
        component.map(pair => sets.get(pair)).reduce(union, undefined),
      )
      if (set === undefined) continue
      if (component.some(pair => component.length > 1 || pair.edges.some(({ node }) => node === pair)))
        for (const pair of component) sets.set(pair, set)
      for (const { node } of component.flatMap(({ edges }) => edges))
        if (node.differs) sets.set(node, union(sets.get(node), set) ?? set)
    }
    return sets
  }

  /** A set with the uses whose schemas some pairs are, too. */
  #withOwn(
    pairs: readonly PairNode[],
    numbers: ReadonlyMap<UsedSchema, number>,
    set: UseSet | undefined,
  ): UseSet | undefined {
    const own = pairs.flatMap(pair => this.#roots.get(pair) ?? [])
    if (own.length === 0) return set
    const whole = set === undefined ? new Uint32Array(Math.ceil(this.#uses.length / 32)) : set.slice()
    for (const use of own) {
      const number = numbers.get(use) ?? 0
      whole[number >> 5] = (whole[number >> 5] ?? 0) | (1 << (number & 31))
    }
    return whole
  }
}

/** A pair around another, and the way in. */
interface Around {
  readonly pair: PairNode
  readonly edge: PairEdge
}

/** The union of two sets, neither of which is changed. */
function union(one: UseSet | undefined, other: UseSet | undefined): UseSet | undefined {
  if (one === undefined || one === other) return other ?? one
  if (other === undefined) return one
  return one.map((bits, index) => bits | (other[index] ?? 0))
}

function has(set: UseSet, index: number): boolean {
  return ((set[index >> 5] ?? 0) & (1 << (index & 31))) !== 0
}

/** The pairs that differ below some, those together that lead back to each other; what is inside comes first. */
function components(roots: readonly PairNode[]): PairNode[][] {
  const found: PairNode[][] = []
  const numbers = new Map<PairNode, number>()
  const lowest = new Map<PairNode, number>()
  const open: PairNode[] = []
  const isOpen = new Set<PairNode>()
  for (const root of roots) {
    const way: { readonly pair: PairNode; next: number }[] = [{ pair: root, next: 0 }]
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const { pair } = at
      if (!numbers.has(pair)) {
        numbers.set(pair, numbers.size)
        lowest.set(pair, numbers.size - 1)
        open.push(pair)
        isOpen.add(pair)
      } else if (at.next === 0) {
        way.pop()
        continue
      }
      const edge = pair.edges[at.next++]
      if (edge !== undefined) {
        if (!edge.node.differs) continue
        if (!numbers.has(edge.node)) way.push({ pair: edge.node, next: 0 })
        else if (isOpen.has(edge.node)) lower(lowest, pair, numbers.get(edge.node))
        continue
      }
      way.pop()
      const outer = way.at(-1)
      if (outer !== undefined) lower(lowest, outer.pair, lowest.get(pair))
      if (lowest.get(pair) !== numbers.get(pair)) continue
      const component = open.splice(open.lastIndexOf(pair))
      for (const member of component) isOpen.delete(member)
      found.push(component)
    }
  }
  return found
}

function lower(lowest: Map<PairNode, number>, pair: PairNode, to: number | undefined): void {
  lowest.set(pair, Math.min(lowest.get(pair) ?? Infinity, to ?? Infinity))
}
