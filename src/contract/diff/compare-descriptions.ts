import type { ApiDescription } from '../../api-description/api-description.ts'
import { type Change, changeLevels } from '../../model/contract-change.ts'
import { pairDescriptions } from './pairs/description-pair.ts'
import type { OperationPair } from './pairs/operation-pair.ts'
import { PlaceFinder } from './place-finder.ts'
import { descriptionRules } from './rules/description-rules.ts'
import { operationRules } from './rules/operation-rules.ts'
import type { Finding } from './rules/rule.ts'
import { idIn, levelIn } from './rules/schema-level.ts'
import { SchemaComparison } from './schema/schema-comparison.ts'
import { schemaUses } from './schema/schema-uses.ts'
import { Shapes } from './shape/shapes.ts'

/**
 * Every change from an old description to a new one, whatever versions of OpenAPI they are written in: the breaking ones
 * first, then warnings, then safe ones, each by operation in the order of the documents. Places have no lines.
 */
export function compareDescriptions(before: ApiDescription, after: ApiDescription): readonly Change[] {
  return compareWithReferences(before, after).changes
}

/** Changes, and what could not be compared. */
export interface ComparedDescriptions {
  readonly changes: readonly Change[]
  /** References of schemas that lead nowhere, with the reason: anything is right there. */
  readonly unresolved: {
    readonly before: ReadonlyMap<string, string>
    readonly after: ReadonlyMap<string, string>
  }
}

/** The same, with the references that lead nowhere, of which nobody knows what changed behind them. */
export function compareWithReferences(before: ApiDescription, after: ApiDescription): ComparedDescriptions {
  const comparing = new Comparing(before, after)
  const pair = pairDescriptions(before, after)
  const changes = [
    ...descriptionRules.flatMap(({ id, level, find }) =>
      find(pair).map(finding => ({ ...comparing.change(id, level, finding), ...operationOf(finding) })),
    ),
    ...pair.operations.flatMap(operation => comparing.operation(operation)),
  ]
  return {
    changes: changeLevels.flatMap(level => changes.filter(change => change.level === level)),
    unresolved: comparing.unresolved,
  }
}

class Comparing {
  readonly unresolved: ComparedDescriptions['unresolved']
  readonly #schemas: SchemaComparison
  readonly #places = new PlaceFinder()

  constructor(before: ApiDescription, after: ApiDescription) {
    const [old, fresh] = [new Shapes(before), new Shapes(after)]
    this.#schemas = new SchemaComparison(old, fresh)
    this.unresolved = { before: old.unresolved, after: fresh.unresolved }
  }

  operation(pair: OperationPair): readonly Change[] {
    const own = operationRules.flatMap(({ id, level, find }) =>
      find(pair).map(({ part, ...finding }) => ({
        ...this.change(id, level, withSpots(finding, pair)),
        operation: pair.name,
        ...(part === undefined ? {} : { part }),
      })),
    )
    return [...own, ...this.#schemaChanges(pair)]
  }

  change(rule: string, level: Change['level'], { reason, before, after }: Finding): Change {
    const old = before === undefined ? undefined : this.#places.placeOf(before)
    const fresh = after === undefined ? undefined : this.#places.placeOf(after)
    return {
      rule,
      level,
      reason,
      ...(old === undefined ? {} : { before: old }),
      ...(fresh === undefined ? {} : { after: fresh }),
    }
  }

  #schemaChanges(pair: OperationPair): readonly Change[] {
    return schemaUses(pair).flatMap(
      ({ isHeader = false, part, before, after, use, places, spots, visited }) =>
        this.#schemas
          .changes(before, after, use, places, visited)
          .flatMap(({ rule, finding, place, path, pair }) => {
            const level = levelIn(rule, place)
            if (level === undefined) return []
            const old =
              this.#places.knows(finding.before) ?? pair.before.parts.find(one => this.#places.knows(one))
            const fresh =
              this.#places.knows(finding.after) ?? pair.after.parts.find(one => this.#places.knows(one))
            const located = { ...finding, before: old ?? spots.before, after: fresh ?? spots.after }
            return [
              {
                ...this.change(idIn(rule, place, isHeader), level, located),
                operation: part.operation,
                part: part.name,
                ...(path.length === 0 ? {} : { path: `/${path.join('/')}` }),
              },
            ]
          }),
    )
  }
}

/** What an operation lacks is placed at the operation itself. */
function withSpots(finding: Finding, { before, after }: OperationPair): Finding {
  return { ...finding, before: finding.before ?? before.written, after: finding.after ?? after.written }
}

function operationOf({ operation }: { readonly operation?: string }): { operation?: string } {
  return operation === undefined ? {} : { operation }
}
