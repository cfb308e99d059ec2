import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isObject } from '../../../../util/is-json.ts'
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
import { leavesOf, type Leaf, type Meaning, type Outline, type Wrapper } from './outline.ts'
import { writtenValue } from './variable-write.ts'

/** The joint meaning of the statements that are translated. */
export interface Composed {
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  readonly variables: JsonObject
}

/** Puts the validations of what is translated in order, and the variables it sets. */
export function compose(
  outlines: readonly Outline[],
  kept: ReadonlySet<Leaf>,
  phase: 'before' | 'after',
): Composed {
  const groups = groupsOf(outlines, kept)
  const writes = groups.flatMap(({ leaves }) => leaves.flatMap(writeOf))
  if (phase === 'before') return { validations: [], extracts: {}, variables: settingsOf(writes) }
  const extracting = new Set(groups.filter(isExtractTest))
  const judging = groups.filter(group => !extracting.has(group))
  const checks = judging.flatMap(checksOfGroup)
  const required = new Set([...extracting].map(({ name }) => name))
  const always = alwaysKnown(checks)
  const extracts = writes.flatMap(write => {
    const from = extractFor(write, checks, always, required.has(nameForExtract(write.variable)))
    return from === undefined ? [] : [[write.variable, from] as const]
  })
  const validations = judging.flatMap(group => validationsOfGroup(group, checks))
  return { validations, extracts: Object.fromEntries(extracts), variables: {} }
}

/** Checks that stand under one name, or under none. */
interface Group {
  readonly name: string | undefined
  readonly leaves: readonly Leaf[]
  readonly guards: readonly BranchedGuards[]
}

/** The tests and legacy tests, each by itself, and what stands between them. */
function groupsOf(outlines: readonly Outline[], kept: ReadonlySet<Leaf>): readonly Group[] {
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

/** The guards of its condition, unless a script still asks for it. */
function ownGuards(wrapper: Wrapper, kept: ReadonlySet<Leaf>): readonly BranchedGuards[] {
  return leavesOf(wrapper.body).some(leaf => kept.has(leaf)) ? [] : wrapper.guards
}

/** A test that only makes sure that an extract finds something; see `writeExtract`. */
function isExtractTest({ name, leaves }: Group): boolean {
  if (leaves.length < 2) return false
  const meanings = leaves.map(({ meaning }) => meaning).filter(({ is }) => is !== 'support')
  const [check, write, ...others] = meanings
  if (check?.is !== 'check' || write?.is !== 'write' || others.length > 0) return false
  if (name !== nameForExtract(write.variable) || check.checks.length !== 1) return false
  const source = write.value.kind === 'group' ? write.value.of : write.value
  return check.checks[0]?.target === extractTarget(source)
}

/** The checks of a group, each with the conditions it stands under. */
function checksOfGroup({ leaves }: Group): readonly BranchedChecks[] {
  return leaves.flatMap(({ meaning, branches }) =>
    meaning.is === 'check' ? [{ branches, checks: meaning.checks }] : [],
  )
}

type Write = Meaning & { is: 'write' } & { readonly branches: readonly Branch[] }

function writeOf({ meaning, branches }: Leaf): readonly Write[] {
  return meaning.is === 'write' ? [{ ...meaning, branches }] : []
}

function settingsOf(writes: readonly Write[]): JsonObject {
  const entries = writes.flatMap(({ variable, value }) => {
    const written = writtenValue(value)
    return written === undefined ? [] : [[variable, written] as const]
  })
  return Object.fromEntries(entries)
}

/** The facts of checks under no conditions: they count for every write. */
interface AlwaysKnown {
  readonly facts: Facts
  readonly targets: ReadonlySet<string>
}

function alwaysKnown(checks: readonly BranchedChecks[]): AlwaysKnown {
  const free = checks.filter(one => one.branches.length === 0).flatMap(one => one.checks)
  return { facts: new Facts(free), targets: new Set(free.map(({ target }) => target)) }
}

function extractFor(
  write: Write,
  checks: readonly BranchedChecks[],
  always: AlwaysKnown,
  isRequired: boolean,
): JsonValue | undefined {
  const { branches } = write
  if (branches.length === 0) return extractOf(write, always.facts, always.targets, isRequired)
  const asked = branches.flatMap(branch => (branch.holds ? branch.checks : []))
  const targets = new Set([...asked.map(({ target }) => target), ...always.targets])
  const from = extractOf(write, factsUnder(branches, checks), targets, isRequired)
  return from === undefined ? undefined : extractConditions(from, branches, always.facts)
}

/**
 * The source of an extract, in its shortest form. A script goes on when there is nothing to find; so does the step,
 * unless one of its validations fails then anyway. `targets` are the targets that validations demand.
 */
function extractOf(
  { value, isOptional }: Write,
  facts: Facts,
  targets: ReadonlySet<string>,
  isRequired: boolean,
): JsonValue | undefined {
  const written = writtenValue(value)
  if (written !== undefined) return { value: written }
  const source = value.kind === 'group' ? value.of : value
  const target = extractTarget(source)
  if (target === undefined) return undefined
  const regex = value.kind === 'group' ? { regex: value.pattern } : {}
  const isFound = isRequired || (isOptional !== true && isSure(source, target, facts, targets))
  if (isFound && value.kind !== 'group') return target
  return { from: target, ...regex, ...(isFound ? {} : { optional: true }) }
}

function isSure(value: Write['value'], target: string, facts: Facts, targets: ReadonlySet<string>): boolean {
  if (value.kind === 'body') return value.path.length === 0 || facts.isPresent(value.path)
  return value.kind !== 'header' || targets.has(target)
}

/** An extract with the conditions it stands under, without those that every answer which passes meets. */
function extractConditions(from: JsonValue, branches: readonly Branch[], facts: Facts): JsonValue {
  const needed = branches.filter(
    ({ holds, checks }) => !holds || !checks.every(check => facts.includes(check)),
  )
  const conditions = conditionsOf(needed)
  if (Object.keys(conditions).length === 0) return from
  return isObject(from) ? { ...from, ...conditions } : { from, ...conditions }
}

/** The guards and checks under the same conditions. */
interface Place {
  readonly branches: readonly Branch[]
  readonly needed: Guard[]
  readonly asked: Check[]
}

/**
 * The validations of a group, those under the same conditions together. What would throw without them is a validation of
 * its own, where none of them implies it; `everywhere` is all that is checked.
 */
function validationsOfGroup(group: Group, everywhere: readonly BranchedChecks[]): readonly JsonObject[] {
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
    const all = needed.length === 0 ? asked : [...guardChecks(needed, factsUnder(branches, known)), ...asked]
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
