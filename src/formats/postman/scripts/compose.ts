import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { bodyPathText } from './body-path.ts'
import { validationsOf, type Check, type Guard } from './check.ts'
import { Facts } from './facts.ts'
import { leavesOf, type Leaf, type Meaning, type Outline } from './outline.ts'
import { extractTarget } from './extract-target.ts'
import { extractOf } from './compose-extracts.ts'
import { escapeBraces } from './template-text.ts'
import { nameForExtract, nameForValidation } from './validation-name.ts'
import { writtenValue } from './variable-write.ts'

/** What the statements that are translated say together. */
export interface Composed {
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  readonly variables: JsonObject
}

/** Checks that stand under one name, or under none. */
interface Group {
  readonly name: string | undefined
  readonly leaves: readonly Leaf[]
  readonly guards: readonly Guard[]
}

/** Puts the validations of what is translated in order, and the variables it sets. */
export function compose(
  outlines: readonly Outline[],
  kept: ReadonlySet<Leaf>,
  phase: 'before' | 'after',
): Composed {
  const groups = groupsOf(outlines, kept)
  const judging = groups.filter(group => !isExtractTest(group))
  const writes = groups.flatMap(({ leaves }) =>
    leaves.flatMap(({ meaning }) => (meaning.is === 'write' ? [meaning] : [])),
  )
  if (phase === 'before') return { validations: [], extracts: {}, variables: settingsOf(writes) }
  const checks = judging.flatMap(({ leaves }) => leaves.flatMap(checksOf))
  const facts = new Facts(checks)
  const targets = new Set(checks.map(({ target }) => target))
  const required = new Set(groups.filter(isExtractTest).map(({ name }) => name))
  const extracts = writes.flatMap(write => {
    const from = extractOf(write, facts, targets, required.has(nameForExtract(write.variable)))
    return from === undefined ? [] : [[write.variable, from] as const]
  })
  const validations = judging.flatMap(group => groupValidations(group, facts))
  return { validations, extracts: Object.fromEntries(extracts), variables: {} }
}

function settingsOf(writes: readonly (Meaning & { is: 'write' })[]): JsonObject {
  const entries = writes.flatMap(({ variable, value }) => {
    const written = writtenValue(value)
    return written === undefined ? [] : [[variable, written] as const]
  })
  return Object.fromEntries(entries)
}

/** A test that only stands for an extract which has to find something; see `writeExtract`. */
function isExtractTest({ name, leaves }: Group): boolean {
  const meanings = leaves.map(({ meaning }) => meaning).filter(({ is }) => is !== 'support')
  const [check, write, ...others] = meanings
  if (check?.is !== 'check' || write?.is !== 'write' || others.length > 0) return false
  if (name !== nameForExtract(write.variable) || check.checks.length !== 1) return false
  const source = write.value.kind === 'group' ? write.value.of : write.value
  return check.checks[0]?.target === extractTarget(source)
}

function checksOf({ meaning }: Leaf): readonly Check[] {
  return meaning.is === 'check' ? meaning.checks : []
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
      return [{ name: undefined, leaves: [], guards: outline.guards }, ...groupsOf(outline.body, kept)]
    const leaves = leavesOf(outline.body).filter(leaf => !kept.has(leaf))
    return [{ name: outline.test, leaves, guards: wrapperGuards(outline.body) }]
  })
}

function wrapperGuards(body: readonly Outline[]): readonly Guard[] {
  if (body.every(({ kind }) => kind === 'leaf')) return []
  return body.flatMap(outline =>
    outline.kind === 'leaf' ? [] : [...outline.guards, ...wrapperGuards(outline.body)],
  )
}

/** The checks of a group. What would throw without them is a validation of its own, where none of them implies it. */
function groupValidations({ name, leaves, guards }: Group, facts: Facts): readonly JsonObject[] {
  const checks = leaves.flatMap(checksOf)
  const own = name === undefined ? facts : new Facts(checks)
  const all = [...guards, ...leaves.flatMap(guardsOf)]
  const validations = validationsOf([...guardChecks(all, own), ...checks])
  const [only, ...others] = validations
  if (name === undefined || only === undefined) return validations
  if (!/^(?:status|header|body|response|schema)/.test(name)) return validations.map(one => ({ name, ...one }))
  if (others.length === 0 && name === escapeBraces(nameForValidation(only))) return validations
  return validations.map(validation => ({ name, ...validation }))
}

function guardsOf({ meaning }: Leaf): readonly Guard[] {
  return meaning.is === 'script' ? [] : meaning.guards
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
