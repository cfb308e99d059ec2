import type { JsonObject } from '../../../../model/json.ts'
import { validationsOf, type Check, type Guard } from './checks/check.ts'
import { Facts } from './checks/facts.ts'

/** A condition on the answer that statements stand under: all of the checks hold, or not all of them. */
export interface Branch {
  readonly holds: boolean
  readonly checks: readonly Check[]
}

/** Something that only counts under conditions, all of which must be so. */
export interface Branched {
  readonly branches: readonly Branch[]
}

/** Guards, under conditions, that must hold so that nothing throws. */
export interface BranchedGuards extends Branched {
  readonly guards: readonly Guard[]
}

/** Checks under conditions. */
export interface BranchedChecks extends Branched {
  readonly checks: readonly Check[]
}

/** The facts known wherever the conditions are so: those they state themselves, and the checks that count there as well. */
export function factsUnder(branches: readonly Branch[], checks: readonly BranchedChecks[]): Facts {
  return new Facts([
    ...branches.flatMap(branch => (branch.holds ? branch.checks : [])),
    ...checks.filter(one => countsUnder(one, branches)).flatMap(one => one.checks),
  ])
}

function countsUnder(one: Branched, branches: readonly Branch[]): boolean {
  if (one.branches.length === 0) return true
  const known = new Set(branches.map(branchKey))
  return one.branches.every(branch => known.has(branchKey(branch)))
}

/** The same text for the same conditions. */
export function branchKey(branch: Branch | readonly Branch[]): string {
  return JSON.stringify(branch)
}

/** True where the suite language can say that not all of these hold: each target once. */
export function canBeDenied(checks: readonly Check[]): boolean {
  const targets = validationsOf(checks).map(validation => Object.keys(validation)[0])
  return targets.length > 0 && new Set(targets).size === targets.length
}

/** The conditions as `when` and `unless` of a validation or an extract. */
export function conditionsOf(branches: readonly Branch[]): JsonObject {
  const asserted = branches.flatMap(({ holds, checks }) => (holds ? checks : []))
  const denied = branches.filter(branch => !branch.holds && !isSaidAnyway(branch, asserted))
  const when = mappingsOf(asserted)
  const unless = [...new Map(denied.map(branch => [branchKey(branch), branch])).values()].flatMap(
    ({ checks }) => mappingsOf(checks),
  )
  return { ...part('when', when), ...part('unless', unless) }
}

/** True where a status that is known to be another makes a condition superfluous. */
function isSaidAnyway({ checks }: Branch, asserted: readonly Check[]): boolean {
  const [only, ...others] = checks
  if (only?.target !== 'status' || only.operator !== 'equals' || others.length > 0) return false
  const isOther = ({ target, operator, expected }: Check): boolean =>
    target === 'status' &&
    operator === 'one-of' &&
    Array.isArray(expected) &&
    !expected.includes(only.expected)
  return asserted.some(isOther) || new Facts(asserted).includes({ ...only, operator: 'not-equals' })
}

/** As few mappings from targets to what is expected as there can be, all of which must hold. */
function mappingsOf(checks: readonly Check[]): readonly JsonObject[] {
  const mappings: JsonObject[] = []
  for (const validation of validationsOf(checks)) {
    const [target = ''] = Object.keys(validation)
    const open = mappings.findIndex(mapping => !Object.hasOwn(mapping, target))
    if (open === -1) mappings.push(validation)
    else mappings[open] = { ...mappings[open], ...validation }
  }
  return mappings
}

function part(key: string, mappings: readonly JsonObject[]): JsonObject {
  const [first, ...others] = mappings
  if (first === undefined) return {}
  return { [key]: others.length === 0 ? first : mappings }
}
