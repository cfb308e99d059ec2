import type { ApiDescription } from '../../api-description/api-description.ts'
import { DocumentPaths } from '../../api-description/documents/document-paths.ts'
import { wholeDocument } from '../../api-description/documents/loaded-document.ts'
import { type Change, changeLevels, type ChangePlace } from '../../model/contract-change.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import { changeOf, type ChangeReach, type FoundChange, mergeChanges } from './found-change.ts'
import { pairDescriptions } from './pairs/description-pair.ts'
import type { OperationPair } from './pairs/operation-pair.ts'
import { descriptionRules, operationRules } from './rules/index.ts'
import { type Finding, idIn, levelIn, type SourceLocation } from './rules/rule.ts'
import { type SchemaChange, schemaChanges } from './schema/schema-changes.ts'
import { SameSchemas } from './schema/same-schemas.ts'
import { SchemaComparison } from './schema/schema-comparison.ts'
import { schemaUses } from './schema/schema-uses.ts'
import { Shapes } from './shape/shapes.ts'
import { AcceptedValues } from './values/accepted-values.ts'
import { defined } from '../../util/defined.ts'

/**
 * Every change from an old description to a new one, whatever versions of OpenAPI they are written in: the breaking ones
 * first, then warnings, then safe ones, each by operation in the order of the documents. One that reaches several
 * operations is reported once. Places have no lines.
 */
export function compareDescriptions(before: ApiDescription, after: ApiDescription): readonly Change[] {
  return compareWithReferences(before, after).changes.map(found => changeOf(found, found.reaches(false)))
}

/** Changes, and what could not be compared. */
export interface ComparedDescriptions {
  readonly changes: readonly FoundChange[]
  /** References of schemas that lead nowhere, with the reason: anything is right there. */
  readonly unresolved: {
    readonly before: ReadonlyMap<string, string>
    readonly after: ReadonlyMap<string, string>
  }
}

/** The same, with the references that lead nowhere, behind which changes are unknown. */
export function compareWithReferences(before: ApiDescription, after: ApiDescription): ComparedDescriptions {
  const comparing = new Comparing(before, after)
  const pair = pairDescriptions(before, after)
  const changes = mergeChanges([
    ...descriptionRules.flatMap(({ id, level, find }) =>
      find(pair).map(finding => comparing.change(id, level, finding, [operationOf(finding)])),
    ),
    ...comparing.operations(pair.operations),
  ])
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
    this.#schemas = new SchemaComparison(
      old,
      fresh,
      SameSchemas.of(before, after),
      new AcceptedValues(before, after),
    )
    this.unresolved = { before: old.unresolved, after: fresh.unresolved }
  }

  /** Lists the changes of operations: in each first its own parts, then its schemas. */
  operations(pairs: readonly OperationPair[]): readonly FoundChange[] {
    const ofSchemas = new Map<string, FoundChange[]>()
    for (const change of schemaChanges(schemaUses(pairs), this.#schemas)) {
      const { operation } = change.use.part
      const known = ofSchemas.get(operation)
      if (known === undefined) ofSchemas.set(operation, [this.#schemaChange(change)])
      else known.push(this.#schemaChange(change))
    }
    return pairs.flatMap(pair => [...this.#ownChanges(pair), ...(ofSchemas.get(pair.name) ?? [])])
  }

  change(
    rule: string,
    level: Change['level'],
    { reason, before, after }: Finding,
    reaches: readonly ChangeReach[],
  ): FoundChange {
    const old = before === undefined ? undefined : this.#places.placeOf(before)
    const fresh = after === undefined ? undefined : this.#places.placeOf(after)
    return defined({ rule, level, reason, before: old, after: fresh, reaches: () => reaches })
  }

  #ownChanges(pair: OperationPair): readonly FoundChange[] {
    return operationRules.flatMap(({ id, level, find }) =>
      find(pair).map(({ part, ...finding }) =>
        this.change(id, level, withLocations(finding, pair), [defined({ operation: pair.name, part })]),
      ),
    )
  }

  #schemaChange({ rule, finding, place, pair, use, path, uses, pathFrom }: SchemaChange): FoundChange {
    const id = idIn(rule, place, use.isHeader === true)
    const [old, fresh] = [pair.compared?.pair.before, pair.compared?.pair.after]
    const located = {
      ...finding,
      before: this.#known([finding.before, ...(old?.parts ?? [])]) ?? use.locations.before,
      after: this.#known([finding.after, ...(fresh?.parts ?? [])]) ?? use.locations.after,
    }
    const found = this.change(id, levelIn(rule, place) ?? 'safe', located, [])
    const reachOf = (one: typeof use, way: readonly string[]): ChangeReach => ({
      operation: one.part.operation,
      part: one.part.name,
      ...(way.length === 0 ? {} : { path: `/${way.join('/')}` }),
    })
    return {
      ...found,
      reaches: withPaths => [
        reachOf(use, path),
        ...uses()
          .filter(one => one !== use)
          .map(one => reachOf(one, withPaths ? pathFrom(one) : [])),
      ],
    }
  }

  /** The first location that is part of its document. */
  #known(locations: readonly (SourceLocation | undefined)[]): SourceLocation | undefined {
    return locations.find(location => this.#places.knows(location) !== undefined)
  }
}

/** Places the finding of a part that an operation lacks at the operation itself. */
function withLocations(finding: Finding, { before, after }: OperationPair): Finding {
  return { ...finding, before: finding.before ?? before.written, after: finding.after ?? after.written }
}

function operationOf({ operation }: { readonly operation?: string }): ChangeReach {
  return operation === undefined ? {} : { operation }
}

/** Finds where values of descriptions are written. Documents are searched at the first request. */
class PlaceFinder {
  readonly #paths = new DocumentPaths()

  /** The location, where it is part of its document and not made of other parts of it. */
  knows(location: SourceLocation | undefined): SourceLocation | undefined {
    return location !== undefined && this.#paths.of(location) !== undefined ? location : undefined
  }

  /** The place of a value; of one that was made while reading, the document. */
  placeOf(location: SourceLocation): ChangePlace {
    const { document, keys = [] } = location
    const path = this.#paths.of(location)
    const pointer = jsonPointer(path === undefined ? [] : [...path, ...keys])
    return { document: wholeDocument(document).address, pointer }
  }
}
