import type { SchemaFinding, SchemaRule, SchemaUse, ShapePair } from '../rules/rule.ts'
import type { Conjunction } from '../shape/shape.ts'
import type { ChildPair } from './child-pairs.ts'

/** Two schemas that are compared. */
export interface PairNode {
  readonly before: Conjunction
  readonly after: Conjunction
  readonly use: SchemaUse
  /** The differences of the schemas themselves; absent until they are looked at, and where they are written the same. */
  readonly compared?: ComparedPair
  /** The pairs inside them. */
  readonly edges: readonly PairEdge[]
  /** True where they differ, or a pair inside them does. */
  readonly differs: boolean
}

/** The differences of two schemas themselves, and the schemas inside them that belong together. */
export interface ComparedPair {
  readonly pair: ShapePair
  readonly findings: readonly { readonly rule: SchemaRule; readonly finding: SchemaFinding }[]
  readonly children: readonly ChildPair[]
}

/** The way from one pair to another inside it. */
export interface PairEdge {
  readonly node: PairNode
  readonly path: readonly string[]
}

/** True where two schemas say the same, as far as is known yet. */
export type AskSame = (before: Conjunction, after: Conjunction) => boolean

/** Compares two schemas with the help of what is known of others. */
type Compare = (before: Conjunction, after: Conjunction, use: SchemaUse, isSame: AskSame) => ComparedPair

interface OpenNode extends PairNode {
  compared?: ComparedPair
  edges: readonly OpenEdge[]
  differs: boolean
  state: 'new' | 'open' | 'known'
  /** Pairs that this one is inside of. */
  readonly around: Set<OpenNode>
  /** Pairs whose comparison asked whether this one is the same. */
  readonly asking: Set<OpenNode>
}

interface OpenEdge extends PairEdge {
  readonly node: OpenNode
}

/**
 * Pairs of schemas with the pairs inside them, which may lead back to themselves. Each is compared once, however many lead
 * to it and however deep: which members of unions belong together depends on whether they are the same, so these are
 * looked at first. A pair counts as the same while it is looked at; should it turn out that it is not, those that relied on
 * it are compared anew.
 */
export class PairGraph {
  readonly #compare: Compare
  readonly #keyOf: (before: Conjunction, after: Conjunction, use: SchemaUse) => string
  readonly #isWrittenSame: AskSame
  readonly #nodes = new Map<string, OpenNode>()

  /** A pair for which `isWrittenSame` holds is not compared. */
  constructor(
    compare: Compare,
    keyOf: (before: Conjunction, after: Conjunction, use: SchemaUse) => string,
    isWrittenSame: AskSame,
  ) {
    this.#compare = compare
    this.#keyOf = keyOf
    this.#isWrittenSame = isWrittenSame
  }

  /** A pair, and all inside it, compared. */
  pairOf(before: Conjunction, after: Conjunction, use: SchemaUse): PairNode {
    const root = this.#nodeOf(before, after, use)
    const waiting = [root]
    for (let node = waiting.at(-1); node !== undefined; node = waiting.at(-1)) {
      if (node.state === 'known') waiting.pop()
      else this.#look(node, waiting)
    }
    return root
  }

  /** Compares a pair, or notes those that have to be compared before. */
  #look(node: OpenNode, waiting: OpenNode[]): void {
    node.state = 'open'
    const first: OpenNode[] = []
    const compared = this.#compare(node.before, node.after, node.use, (before, after) => {
      const other = this.#nodeOf(before, after, node.use)
      other.asking.add(node)
      if (other.state === 'new') first.push(other)
      return other.state !== 'new' && !other.differs
    })
    if (first.length > 0) {
      waiting.push(...first)
      return
    }
    node.compared = compared
    node.edges = compared.children.map(({ before, after, path }) => ({
      node: this.#nodeOf(before, after, node.use),
      path,
    }))
    node.state = 'known'
    waiting.pop()
    for (const edge of node.edges) {
      edge.node.around.add(node)
      if (edge.node.state === 'new') waiting.push(edge.node)
    }
    if (compared.findings.length > 0 || node.edges.some(edge => edge.node.differs)) differ(node, waiting)
  }

  #nodeOf(before: Conjunction, after: Conjunction, use: SchemaUse): OpenNode {
    const key = this.#keyOf(before, after, use)
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const node: OpenNode = {
      before,
      after,
      use,
      edges: [],
      differs: false,
      state: this.#isWrittenSame(before, after) ? 'known' : 'new',
      around: new Set(),
      asking: new Set(),
    }
    this.#nodes.set(key, node)
    return node
  }
}

/** Notes that a pair differs, and with it those around it; whoever relied on the contrary is looked at again. */
function differ(start: OpenNode, waiting: OpenNode[]): void {
  const found = [start]
  for (let node = found.pop(); node !== undefined; node = found.pop()) {
    if (node.differs) continue
    node.differs = true
    found.push(...node.around)
    for (const asking of node.asking) {
      if (asking.state !== 'known') continue
      asking.state = 'new'
      waiting.push(asking)
    }
  }
}
