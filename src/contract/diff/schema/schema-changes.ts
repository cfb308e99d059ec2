import { levelIn, type SchemaFinding, type SchemaPlace, type SchemaRule } from '../rules/rule.ts'
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
    if (!pair.differs) continue
    // Changes of the same schema have other names in other places.
    const kind = `${used.places.root} ${String(used.isHeader === true)}`
    const roots = kinds.get(kind) ?? new Map<PairNode, UsedSchema[]>()
    kinds.set(kind, roots)
    const known = roots.get(pair)
    if (known === undefined) roots.set(pair, [used])
    else known.push(used)
  }
  return [...kinds.values()].flatMap(roots => changesBelow(roots))
}

/** A pair on the shortest way from a use. */
interface Step {
  readonly pair: PairNode
  readonly use: UsedSchema
  readonly edge?: PairEdge
  readonly from?: Step
}

/** The changes of schemas that are all used in the same kind of place. */
function changesBelow(roots: ReadonlyMap<PairNode, readonly UsedSchema[]>): SchemaChange[] {
  const reach = new Reach(roots)
  const inside = new Set<PairNode>()
  const steps: Step[] = [...roots].flatMap(([pair, [use]]) => (use === undefined ? [] : [{ pair, use }]))
  const found: SchemaChange[] = []
  for (const step of steps) {
    found.push(...changesAt(step, roots, reach))
    for (const edge of step.pair.edges) {
      if (!edge.node.differs || inside.has(edge.node)) continue
      inside.add(edge.node)
      steps.push({ pair: edge.node, use: step.use, edge, from: step })
    }
  }
  return found
}

/**
 * What two schemas differ in themselves: in a place of their own, and in their properties, which are inside the use of
 * whatever they are properties of. A pair that is the schema of a use and also inside others reports properties once.
 */
function changesAt(
  step: Step,
  roots: ReadonlyMap<PairNode, readonly UsedSchema[]>,
  reach: Reach,
): readonly SchemaChange[] {
  const { pair, use } = step
  const isRoot = step.from === undefined
  const { findings = [] } = pair.compared ?? {}
  return findings.flatMap(({ rule, finding }): readonly SchemaChange[] => {
    const { property } = finding
    if (property !== undefined && !isRoot && roots.has(pair)) return []
    const place = isRoot && property === undefined ? use.places.root : use.places.inside
    if (levelIn(rule, place) === undefined) return []
    const own = property === undefined ? [] : [property]
    const isOfRoots = isRoot && property === undefined
    return [
      {
        rule,
        finding,
        place,
        pair,
        use,
        path: [...pathTo(step), ...own],
        uses: () =>
          isOfRoots ? (roots.get(pair) ?? []) : property === undefined ? reach.into(pair) : reach.to(pair),
        pathFrom: other => (isOfRoots ? [] : [...reach.path(other, pair, property !== undefined), ...own]),
      },
    ]
  })
}

function pathTo(step: Step): readonly string[] {
  const paths: (readonly string[])[] = []
  for (let at: Step | undefined = step; at?.edge !== undefined; at = at.from) paths.push(at.edge.path)
  return paths.reverse().flat()
}
