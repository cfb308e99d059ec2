import type { JsonObject } from '../../../../model/json.ts'
import { bodyPathText } from '../body-path.ts'
import { nameForExtract, nameForValidation } from '../validation-name.ts'
import {
  branchKey,
  conditionsOf,
  factsUnder,
  type Branch,
  type BranchedChecks,
  type BranchedGuards,
} from './branch.ts'
import { extractTarget } from './checks/check-of.ts'
import { validationsOf, type Check, type Guard } from './checks/check.ts'
import { Facts } from './checks/facts.ts'
import { escapeBraces } from './checks/template-text.ts'
import { leavesOf, type Leaf, type Outline, type Wrapper } from './outline.ts'

/** Checks that stand under one name, or under none. */
export interface Group {
  readonly name: string | undefined
  readonly leaves: readonly Leaf[]
  readonly guards: readonly BranchedGuards[]
}

/** The tests and legacy tests, each by itself, and what stands between them. */
export function groupsOf(outlines: readonly Outline[], kept: ReadonlySet<Leaf>): readonly Group[] {
  return outlines.flatMap((outline): readonly Group[] => {
    if (outline.kind === 'leaf') {
      if (kept.has(outline)) return []
      const name = outline.meaning.is === 'check' ? outline.meaning.name : undefined
      return [{ name, leaves: [outline], guards: [] }]
    }
    if (outline.test === undefined)
      return [
        { name: undefined, leaves: [], guards: ownGuards(outline, kept) },
        ...groupsOf(outline.body, kept),
      ]
    const leaves = leavesOf(outline.body).filter(leaf => !kept.has(leaf))
    return [{ name: outline.test, leaves, guards: wrapperGuards(outline.body, kept) }]
  })
}

function wrapperGuards(body: readonly Outline[], kept: ReadonlySet<Leaf>): readonly BranchedGuards[] {
  return body.flatMap(outline =>
    outline.kind === 'leaf' ? [] : [...ownGuards(outline, kept), ...wrapperGuards(outline.body, kept)],
  )
}

/** What its condition needs, unless a script still asks for it. */
function ownGuards(wrapper: Wrapper, kept: ReadonlySet<Leaf>): readonly BranchedGuards[] {
  return leavesOf(wrapper.body).some(leaf => kept.has(leaf)) ? [] : wrapper.guards
}

/** A test that only makes sure that an extract finds something; see `writeExtract`. */
export function isExtractTest({ name, leaves }: Group): boolean {
  if (leaves.length < 2) return false
  const meanings = leaves.map(({ meaning }) => meaning).filter(({ is }) => is !== 'support')
  const [check, write, ...others] = meanings
  if (check?.is !== 'check' || write?.is !== 'write' || others.length > 0) return false
  if (name !== nameForExtract(write.variable) || check.checks.length !== 1) return false
  const source = write.value.kind === 'group' ? write.value.of : write.value
  return check.checks[0]?.target === extractTarget(source)
}

/** The checks of a group, each with the conditions it stands under. */
export function checksOfGroup({ leaves }: Group): readonly BranchedChecks[] {
  return leaves.flatMap(({ meaning, branches }) =>
    meaning.is === 'check' ? [{ branches, checks: meaning.checks }] : [],
  )
}

/** What stands under the same conditions. */
interface Place {
  readonly branches: readonly Branch[]
  readonly needed: Guard[]
  readonly asked: Check[]
}

/**
 * The validations of a group, those under the same conditions together. What would throw without them is a validation of
 * its own, where none of them implies it; `everywhere` is all that is checked.
 */
export function validationsOfGroup(
  group: Group,
  everywhere: readonly BranchedChecks[],
): readonly JsonObject[] {
  const { name } = group
  const checks = checksOfGroup(group)
  const guards = [...group.guards, ...group.leaves.flatMap(guardsOf)]
  const known = name === undefined ? everywhere : checks
  const places = new Map<string, Place>()
  const placeOf = (branches: readonly Branch[]): Place => {
    const key = branchKey(branches)
    const place = places.get(key) ?? { branches, needed: [], asked: [] }
    places.set(key, place)
    return place
  }
  for (const { branches, guards: needed } of guards) placeOf(branches).needed.push(...needed)
  for (const { branches, checks: asked } of checks) placeOf(branches).asked.push(...asked)
  const validations = [...places.values()].flatMap(({ branches, needed, asked }) => {
    const conditions = conditionsOf(branches)
    const all = [...guardChecks(needed, factsUnder(branches, known)), ...asked]
    return validationsOf(all).map(validation => ({ ...conditions, ...validation }))
  })
  return withName(name, validations)
}

function withName(name: string | undefined, validations: readonly JsonObject[]): readonly JsonObject[] {
  const [only, ...others] = validations
  if (name === undefined || only === undefined) return validations
  const mayBeOwn = others.length === 0 && /^(?:status|header|body|response|schema)/.test(name)
  if (mayBeOwn && name === escapeBraces(nameForValidation(only))) return validations
  return validations.map(validation => ({ name, ...validation }))
}

function guardsOf({ meaning, branches }: Leaf): readonly BranchedGuards[] {
  return meaning.is === 'script' || meaning.guards.length === 0 ? [] : [{ branches, guards: meaning.guards }]
}

/** The deepest guards that say something new: one of a member implies those of everything around it. */
function guardChecks(guards: readonly Guard[], facts: Facts): readonly Check[] {
  if (guards.length === 0) return []
  const needed = guards.filter(guard => !facts.implies(guard))
  const different = [...new Map(needed.map(guard => [JSON.stringify(guard), guard])).values()]
  const checks = different.map(guardCheck)
  if (checks.length < 2) return checks
  return checks.filter((check, index) => {
    const guard = different[index]
    return guard !== undefined && !new Facts(checks.filter(one => one !== check)).implies(guard)
  })
}

function guardCheck({ path, nullable }: Guard): Check {
  const target = bodyPathText(path) ?? '$'
  return nullable
    ? { target, path, operator: 'matches', expected: '<any>' }
    : { target, path, operator: 'not-equals', expected: null }
}
