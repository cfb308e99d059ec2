import type { Direction } from '../../../api-description/api-description.ts'
import { schemaRules } from '../rules/index.ts'
import type { SchemaUse, ShapePair } from '../rules/rule.ts'
import { typeChange } from '../rules/type-change.ts'
import type { Conjunction, Shape, ShapeProperty } from '../shape/shape.ts'
import type { Shapes } from '../shape/shapes.ts'
import { childPairs } from './child-pairs.ts'
import { type AskSame, type ComparedPair, PairGraph, type PairNode } from './pair-graph.ts'
import { matchUnions } from './match-unions.ts'
import type { SameSchemas } from './same-schemas.ts'
import type { AcceptedValues } from '../values/accepted-values.ts'
import type { Inhabitants } from '../values/inhabitants.ts'

/** Compares schemas of two descriptions; every pair is looked at once, however often it is used. */
export class SchemaComparison {
  readonly #before: Shapes
  readonly #after: Shapes
  readonly #graph: PairGraph
  readonly #values: AcceptedValues
  readonly #breaking = new Map<PairNode, Inhabitants | undefined>()

  constructor(before: Shapes, after: Shapes, same: SameSchemas, values: AcceptedValues) {
    this.#before = before
    this.#after = after
    this.#values = values
    this.#graph = new PairGraph(
      (old, fresh, use, isSame) => this.#compare(before.shapeOf(old), after.shapeOf(fresh), use, isSame),
      (old, fresh, { direction, isText }) =>
        `${before.keyOf(old)}/${after.keyOf(fresh)}/${direction}${String(isText)}`,
      (old, fresh) => same.areSame(old, fresh),
    )
  }

  /** Two schemas with all inside them, compared. */
  pairOf(before: Conjunction, after: Conjunction, use: SchemaUse): PairNode {
    return this.#graph.pairOf(before, after, use)
  }

  /**
   * Finds out whether there are values that a pair refuses now or lets come, and did not; undefined where that is not
   * looked into.
   */
  breaking(pair: PairNode): Inhabitants | undefined {
    if (pair.compared === undefined) return 'none'
    if (this.#breaking.has(pair)) return this.#breaking.get(pair)
    const known = this.#values.breaking(pair.before, pair.after, pair.use)
    this.#breaking.set(pair, known)
    return known
  }

  #compare(before: Shape, after: Shape, use: SchemaUse, isSame: AskSame): ComparedPair {
    const shapeBefore = (schemas: Conjunction): Shape => this.#before.shapeOf(schemas)
    const shapeAfter = (schemas: Conjunction): Shape => this.#after.shapeOf(schemas)
    const { changes, matched, replaces } = matchUnions(before, after, { isSame, shapeBefore, shapeAfter })
    const pair: ShapePair = {
      before,
      after,
      ...use,
      isSame,
      shapeBefore,
      shapeAfter,
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
}

/** The properties that are there in a direction: requests have no read-only ones, responses no write-only ones. */
function travelling({ properties }: Shape, direction: Direction): ReadonlyMap<string, ShapeProperty> {
  const isHidden = ({ isReadOnly, isWriteOnly }: ShapeProperty): boolean =>
    direction === 'request' ? isReadOnly : isWriteOnly
  const there = [...properties].filter(([, property]) => !isHidden(property))
  return there.length === properties.size ? properties : new Map(there)
}
