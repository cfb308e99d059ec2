import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isObject } from '../../../../util/is-json.ts'
import { nameForExtract } from '../validation-name.ts'
import { conditionsOf, factsUnder, type Branch, type BranchedChecks } from './branch.ts'
import { extractTarget } from './checks/check-of.ts'
import type { Facts } from './checks/facts.ts'
import { checksOfGroup, groupsOf, isExtractTest, validationsOfGroup } from './compose-groups.ts'
import type { Leaf, Meaning, Outline } from './outline.ts'
import { writtenValue } from './variable-write.ts'

/** What the statements that are translated say together. */
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
  const extracts = writes.flatMap(write => {
    const from = extractFor(write, checks, required.has(nameForExtract(write.variable)))
    return from === undefined ? [] : [[write.variable, from] as const]
  })
  const validations = judging.flatMap(group => validationsOfGroup(group, checks))
  return { validations, extracts: Object.fromEntries(extracts), variables: {} }
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

function extractFor(
  write: Write,
  checks: readonly BranchedChecks[],
  isRequired: boolean,
): JsonValue | undefined {
  const { branches } = write
  const facts = factsUnder(branches, checks)
  const targets = new Set(
    [
      ...branches.flatMap(branch => (branch.holds ? branch.checks : [])),
      ...checks.filter(one => one.branches.length === 0).flatMap(one => one.checks),
    ].map(({ target }) => target),
  )
  const from = extractOf(write, facts, targets, isRequired)
  return from === undefined ? undefined : extractConditions(from, branches, factsUnder([], checks))
}

/**
 * What an extract takes, in its shortest form. A script goes on when there is nothing to find; so does the step, unless
 * one of its validations fails then anyway. `targets` are the targets that validations demand.
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
