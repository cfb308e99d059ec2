import type { ChangeLevel } from '../../../model/contract-change.ts'
import { levelIn, type SchemaFinding, type SchemaPlace, type SchemaRule } from '../rules/rule.ts'
import { valueFinding } from '../rules/values.ts'
import type { PairEdge, PairNode } from './pair-graph.ts'
import { Reach } from './reach.ts'
import type { SchemaComparison } from './schema-comparison.ts'
import type { UsedSchema } from './schema-uses.ts'

/** A change of a schema that operations use, or of one inside it, reported once, however many of them it reaches. */
export interface SchemaChange {
  readonly rule: SchemaRule
  readonly finding: SchemaFinding
  readonly place: SchemaPlace
  /** Where both schemas are, for a finding without a location. */
  readonly pair: PairNode
  /** The use that is nearest to it, the first of several, and the way from there. */
  readonly use: UsedSchema
  readonly path: readonly string[]
  /** Every use that it reaches, in their order. */
  readonly uses: () => readonly UsedSchema[]
  /** The shortest way to it from a use that it reaches. */
  readonly pathFrom: (use: UsedSchema) => readonly string[]
}

/** The changes of all schemas that operations use, those nearest to a use first. */
export function schemaChanges(
  uses: readonly UsedSchema[],
  comparison: SchemaComparison,
): readonly SchemaChange[] {
  const kinds = new Map<string, Map<PairNode, UsedSchema[]>>()
  for (const used of uses) {
    const pair = comparison.pairOf(used.before, used.after, used.use)
    if (!pair.differs && (comparison.breaking(pair) ?? 'none') === 'none') continue
    // Changes of the same schema have other names in other places.
    const kind = `${used.places.root} ${String(used.isHeader === true)}`
    const roots = kinds.get(kind) ?? new Map<PairNode, UsedSchema[]>()
    kinds.set(kind, roots)
    const known = roots.get(pair)
    if (known === undefined) roots.set(pair, [used])
    else known.push(used)
  }
  return [...kinds.values()].flatMap(roots => new Walk(roots, comparison).changes())
}

/** A pair on the shortest way from a use. */
interface Step {
  readonly pair: PairNode
  readonly use: UsedSchema
  readonly edge?: PairEdge
  readonly from?: Step
}

type Found = NonNullable<PairNode['compared']>['findings'][number]

/** The changes of schemas that are all used in the same kind of place. */
class Walk {
  readonly #roots: ReadonlyMap<PairNode, readonly UsedSchema[]>
  readonly #comparison: SchemaComparison
  readonly #reach: Reach
  readonly #inside = new Set<PairNode>()
  /** Steps to schemas around which all values that were right still are: there nothing breaks. */
  readonly #quiet: Step[] = []
  readonly #found: SchemaChange[] = []
  /** The pairs that are around others, and those inside of which something is told. */
  readonly #around = new Map<PairNode, PairNode[]>()
  readonly #told = new Set<PairNode>()
  /** The pairs of which something is told that breaks somebody. */
  readonly #reasons: PairNode[] = []

  constructor(roots: ReadonlyMap<PairNode, readonly UsedSchema[]>, comparison: SchemaComparison) {
    this.#roots = roots
    this.#comparison = comparison
    this.#reach = new Reach(roots)
  }

  changes(): readonly SchemaChange[] {
    const steps: Step[] = [...this.#roots].flatMap(([pair, [use]]) =>
      use === undefined ? [] : [{ pair, use }],
    )
    const loud: Step[] = []
    for (const step of steps) {
      if (this.#comparison.breaking(step.pair) === 'none') this.#quiet.push(step)
      else {
        loud.push(step)
        this.#tellFindings(step, () => true)
        this.#enter(step, steps)
      }
    }
    this.#tellValues(loud)
    for (const step of this.#quiet) {
      this.#tellFindings(
        step,
        ({ rule, finding }, level) => level === 'safe' || rule.isAgreed === true || finding.isAgreed === true,
      )
      this.#enter(step, this.#quiet)
    }
    return this.#found
  }

  #enter(step: Step, steps: Step[]): void {
    for (const edge of step.pair.edges) {
      const { node } = edge
      if (!node.differs && (this.#comparison.breaking(node) ?? 'none') === 'none') continue
      const around = this.#around.get(node)
      if (around === undefined) this.#around.set(node, [step.pair])
      else around.push(step.pair)
      if (this.#inside.has(node)) continue
      this.#inside.add(node)
      steps.push({ pair: node, use: step.use, edge, from: step })
    }
  }

  /**
   * Tells the differences of two schemas themselves: in a place of their own, and in their properties, which are inside
   * the use of whatever they are properties of. A pair that is the schema of a use and also inside others reports
   * properties once.
   */
  #tellFindings(step: Step, isTold: (found: Found, level: ChangeLevel) => boolean): void {
    const isRoot = step.from === undefined
    for (const found of step.pair.compared?.findings ?? []) {
      const { rule, finding } = found
      const isOfRoots = isRoot && finding.property === undefined
      if (finding.property !== undefined && !isRoot && this.#roots.has(step.pair)) continue
      const level = levelIn(rule, isOfRoots ? step.use.places.root : step.use.places.inside)
      if (level === undefined || !isTold(found, level)) continue
      if (level !== 'safe' && rule.isAgreed !== true) this.#reasons.push(step.pair)
      this.#tell(step, found)
    }
  }

  /** Tells that values of pairs break somebody, at the innermost pairs, where nothing that was told is a reason for it. */
  #tellValues(loud: readonly Step[]): void {
    const isOpen = ({ pair }: Step): boolean =>
      !this.#told.has(pair) && this.#comparison.breaking(pair) !== undefined
    const isInnermost = ({ pair }: Step): boolean =>
      pair.edges.every(
        ({ node }) => this.#told.has(node) || (this.#comparison.breaking(node) ?? 'none') === 'none',
      )
    for (const pair of this.#reasons) this.#cover(pair)
    for (const step of loud.toReversed()) if (isOpen(step) && isInnermost(step)) this.#tellValuesAt(step)
    for (const step of loud) if (isOpen(step)) this.#tellValuesAt(step)
  }

  #tellValuesAt(step: Step): void {
    const { pair } = step.pair.compared ?? {}
    if (pair === undefined) return
    this.#cover(step.pair)
    this.#tell(step, valueFinding(pair, this.#comparison.breaking(step.pair) === 'some'))
  }

  /** Notes that something is told of a pair, and so of all that it is inside of. */
  #cover(pair: PairNode): void {
    const waiting = [pair]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#told.has(next)) continue
      this.#told.add(next)
      waiting.push(...(this.#around.get(next) ?? []))
    }
  }

  #tell(step: Step, { rule, finding }: Found): void {
    const { pair, use } = step
    const { property } = finding
    const isOfRoots = step.from === undefined && property === undefined
    const own = property === undefined ? [] : [property]
    this.#found.push({
      rule,
      finding,
      place: isOfRoots ? use.places.root : use.places.inside,
      pair,
      use,
      path: [...pathTo(step), ...own],
      uses: () => {
        if (isOfRoots) return this.#roots.get(pair) ?? []
        return property === undefined ? this.#reach.into(pair) : this.#reach.to(pair)
      },
      pathFrom: other =>
        isOfRoots ? [] : [...this.#reach.path(other, pair, property !== undefined), ...own],
    })
  }
}

function pathTo(step: Step): readonly string[] {
  const paths: (readonly string[])[] = []
  for (let at: Step | undefined = step; at?.edge !== undefined; at = at.from) paths.push(at.edge.path)
  return paths.reverse().flat()
}
