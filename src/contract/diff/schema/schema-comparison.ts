import type { Direction } from '../../../api-description/json-schema/json-schema-of.ts'
import { schemaRules } from '../rules/schema-rules.ts'
import type { SchemaFinding, SchemaPlace, SchemaRule, ShapePair } from '../rules/rule.ts'
import { typeChange } from '../rules/type-change.ts'
import { levelIn } from '../rules/schema-level.ts'
import type { Conjunction, Shape, ShapeProperty } from '../shape/shape.ts'
import type { Shapes } from '../shape/shapes.ts'
import { childPairs, type ChildPair } from './child-pairs.ts'
import { type PairEdge, PairGraph, type PairNode } from './pair-graph.ts'
import { matchUnions } from './match-unions.ts'

/** How a schema is used. */
export interface SchemaUse {
  readonly direction: Direction
  /** Whether values are written as text. */
  readonly isText: boolean
}

/** What two schemas differ in themselves, and the schemas inside them that belong together. */
export interface ComparedPair {
  readonly pair: ShapePair
  readonly findings: readonly { readonly rule: SchemaRule; readonly finding: SchemaFinding }[]
  readonly children: readonly ChildPair[]
}

/** Pairs that were told: as the schema of a body itself, and inside it. */
export interface Visited {
  readonly roots: Set<PairNode>
  readonly inside: Set<PairNode>
}

/** A change of a schema that is used at a place, or of one inside it. */
export interface SchemaChange {
  readonly rule: SchemaRule
  readonly finding: SchemaFinding
  readonly place: SchemaPlace
  readonly path: readonly string[]
  readonly pair: ShapePair
}

/** Compares schemas of two descriptions; every pair is looked at once, however often it is used. */
export class SchemaComparison {
  readonly #before: Shapes
  readonly #after: Shapes
  readonly #compared = new Map<string, ComparedPair>()
  readonly #same = new Map<string, boolean>()
  readonly #graph: PairGraph

  constructor(before: Shapes, after: Shapes) {
    this.#before = before
    this.#after = after
    this.#graph = new PairGraph(
      (old, fresh, use) => this.compare(old, fresh, use),
      (old, fresh, use) => this.#keyOf(old, fresh, use),
    )
  }

  /**
   * The changes from one schema to another and inside them, those nearest to the root first. A pair that is met again
   * inside, or is in `visited`, is not told twice, so that recursion ends.
   */
  changes(
    before: Conjunction,
    after: Conjunction,
    use: SchemaUse,
    places: { readonly root: SchemaPlace; readonly inside: SchemaPlace },
    visited: Visited,
  ): readonly SchemaChange[] {
    const root = this.#graph.nodeOf(before, after, use)
    if (visited.roots.has(root) || !this.#graph.leadsToChange(root)) return []
    visited.roots.add(root)
    const found = changesAt({ node: root }, places.root, places.inside)
    const waiting: Step[] = [{ node: root }]
    for (const step of waiting)
      for (const edge of this.#graph.edgesOf(step.node)) {
        if (visited.inside.has(edge.node) || !this.#graph.leadsToChange(edge.node)) continue
        visited.inside.add(edge.node)
        const next = { node: edge.node, edge, from: step }
        found.push(...changesAt(next, places.inside, places.inside))
        waiting.push(next)
      }
    return found
  }

  /** Whether two schemas say the same, all the way down. */
  isSame(before: Conjunction, after: Conjunction, use: SchemaUse): boolean {
    const assumed: string[] = []
    const same = this.#looksSame(before, after, use, assumed)
    // What rests on an assumption that proved wrong is not known.
    if (!same) for (const key of assumed) if (this.#same.get(key) === true) this.#same.delete(key)
    return same
  }

  #looksSame(before: Conjunction, after: Conjunction, use: SchemaUse, assumed: string[]): boolean {
    const key = this.#keyOf(before, after, use)
    const known = this.#same.get(key)
    if (known !== undefined) return known
    // While it is looked at it counts as the same: that is what recursion means.
    this.#same.set(key, true)
    assumed.push(key)
    const { findings, children } = this.compare(before, after, use)
    const same =
      findings.length === 0 &&
      children.every(child => this.#looksSame(child.before, child.after, use, assumed))
    if (!same) this.#same.set(key, false)
    return same
  }

  compare(before: Conjunction, after: Conjunction, use: SchemaUse): ComparedPair {
    const key = this.#keyOf(before, after, use)
    const known = this.#compared.get(key)
    if (known !== undefined) return known
    const compared = this.#compare(this.#before.shapeOf(before), this.#after.shapeOf(after), use)
    this.#compared.set(key, compared)
    return compared
  }

  shapes(before: Conjunction, after: Conjunction): readonly [Shape, Shape] {
    return [this.#before.shapeOf(before), this.#after.shapeOf(after)]
  }

  #compare(before: Shape, after: Shape, use: SchemaUse): ComparedPair {
    const { changes, matched, replaces } = matchUnions(before, after, use, this)
    const pair: ShapePair = {
      before,
      after,
      ...use,
      isSame: (old, fresh) => this.isSame(old, fresh, use),
      shapeBefore: schemas => this.#before.shapeOf(schemas),
      shapeAfter: schemas => this.#after.shapeOf(schemas),
      beforeProperties: travelling(before, use.direction),
      afterProperties: travelling(after, use.direction),
      unions: changes,
    }
    const isOther = typeChange(pair) === 'changed' || before.isNever !== after.isNever
    const rules = schemaRules.filter(
      ({ about }) => (!replaces || about === 'unions') && (!isOther || about !== undefined),
    )
    const findings = rules.flatMap(rule =>
      rule[use.direction] === undefined ? [] : rule.find(pair).map(finding => ({ rule, finding })),
    )
    const inner = replaces || isOther ? [] : childPairs(pair)
    return { pair, findings, children: [...inner, ...matched] }
  }

  #keyOf(before: Conjunction, after: Conjunction, { direction, isText }: SchemaUse): string {
    return `${this.#before.keyOf(before)}/${this.#after.keyOf(after)}/${direction}${isText}`
  }
}

/** A pair on the way from a root. */
interface Step {
  readonly node: PairNode
  readonly edge?: PairEdge
  readonly from?: Step
}

/** What two schemas differ in themselves: in a place of their own, and in their properties. */
function changesAt(step: Step, own: SchemaPlace, inside: SchemaPlace): SchemaChange[] {
  const { findings, pair } = step.node.compared
  if (findings.length === 0) return []
  const path = pathTo(step)
  return findings.flatMap(({ rule, finding }) => {
    const place = finding.property === undefined ? own : inside
    if (levelIn(rule, place) === undefined) return []
    return [
      {
        rule,
        finding,
        place,
        pair,
        path: finding.property === undefined ? path : [...path, finding.property],
      },
    ]
  })
}

function pathTo({ edge, from }: Step): readonly string[] {
  return edge === undefined || from === undefined ? [] : [...pathTo(from), ...edge.path]
}

/** The properties that are there in a direction: requests have no read-only ones, responses no write-only ones. */
function travelling({ properties }: Shape, direction: Direction): ReadonlyMap<string, ShapeProperty> {
  const isHidden = ({ isReadOnly, isWriteOnly }: ShapeProperty): boolean =>
    direction === 'request' ? isReadOnly : isWriteOnly
  const there = [...properties].filter(([, property]) => !isHidden(property))
  return there.length === properties.size ? properties : new Map(there)
}
