import type { Conjunction } from '../shape/shape.ts'
import type { ComparedPair, SchemaUse } from './schema-comparison.ts'

/** Two schemas that were compared. */
export interface PairNode {
  readonly compared: ComparedPair
  readonly use: SchemaUse
}

/** The way from one pair to another inside it. */
export interface PairEdge {
  readonly node: PairNode
  readonly path: readonly string[]
}

/** Pairs of schemas with the pairs inside them, which may lead back to themselves. */
export class PairGraph {
  readonly #compare: (before: Conjunction, after: Conjunction, use: SchemaUse) => ComparedPair
  readonly #keyOf: (before: Conjunction, after: Conjunction, use: SchemaUse) => string
  readonly #nodes = new Map<string, PairNode>()
  readonly #edges = new Map<PairNode, readonly PairEdge[]>()
  /** For every pair of which everything inside is known, whether it differs or leads to one that does. */
  readonly #leads = new Map<PairNode, boolean>()

  constructor(
    compare: (before: Conjunction, after: Conjunction, use: SchemaUse) => ComparedPair,
    keyOf: (before: Conjunction, after: Conjunction, use: SchemaUse) => string,
  ) {
    this.#compare = compare
    this.#keyOf = keyOf
  }

  nodeOf(before: Conjunction, after: Conjunction, use: SchemaUse): PairNode {
    const key = this.#keyOf(before, after, use)
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const node = { compared: this.#compare(before, after, use), use }
    this.#nodes.set(key, node)
    return node
  }

  edgesOf(node: PairNode): readonly PairEdge[] {
    const known = this.#edges.get(node)
    if (known !== undefined) return known
    const edges = node.compared.children.map(({ before, after, path }) => ({
      node: this.nodeOf(before, after, node.use),
      path,
    }))
    this.#edges.set(node, edges)
    return edges
  }

  /** Whether a pair differs, or one inside it does. */
  leadsToChange(node: PairNode): boolean {
    if (!this.#leads.has(node)) this.#explore(node)
    return this.#leads.get(node) === true
  }

  /** Finds out everything inside a pair, and then goes back from what differs. */
  #explore(root: PairNode): void {
    const found = new Set([root])
    const parents = new Map<PairNode, PairNode[]>()
    for (const node of found)
      for (const edge of this.#leads.has(node) ? [] : this.edgesOf(node)) {
        const known = parents.get(edge.node)
        if (known === undefined) parents.set(edge.node, [node])
        else known.push(node)
        found.add(edge.node)
      }
    const differing = new Set(
      [...found].filter(node => this.#leads.get(node) === true || node.compared.findings.length > 0),
    )
    for (const node of differing) for (const parent of parents.get(node) ?? []) differing.add(parent)
    for (const node of found) if (!this.#leads.has(node)) this.#leads.set(node, differing.has(node))
  }
}
