import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { bodyPathText } from './body-path.ts'
import { validationsOf, type Check, type Guard } from './check.ts'
import { Facts } from './facts.ts'
import { leavesOf, type Leaf, type Outline } from './outline.ts'
import { extractTarget, writtenValue } from './variable-write.ts'

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
  const translated = leavesOf(outlines).filter(leaf => !kept.has(leaf))
  const facts = new Facts(translated.flatMap(checksOf))
  const groups = groupsOf(outlines, kept)
  const validations = phase === 'before' ? [] : groups.flatMap(group => groupValidations(group, facts))
  const writes = translated.flatMap(({ meaning }) => (meaning.is === 'write' ? [meaning] : []))
  const known = new Set(translated.flatMap(checksOf).map(({ target }) => target))
  const entries = writes.map(({ variable, value }) => {
    const target = extractTarget(value)
    const written = writtenValue(value)
    if (target === undefined) return [variable, phase === 'before' ? written : { value: written }] as const
    const isSure =
      value.kind === 'body'
        ? value.path.length === 0 || facts.isPresent(value.path)
        : value.kind !== 'header' || known.has(target)
    return [variable, isSure ? target : { from: target, optional: true }] as const
  })
  const set = Object.fromEntries(
    entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  )
  return { validations, extracts: phase === 'after' ? set : {}, variables: phase === 'before' ? set : {} }
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
  return body.flatMap(outline =>
    outline.kind === 'leaf' ? [] : [...outline.guards, ...wrapperGuards(outline.body)],
  )
}

/** The checks of a group. What would throw without them is a validation of its own, where none of them implies it. */
function groupValidations({ name, leaves, guards }: Group, facts: Facts): readonly JsonObject[] {
  const checks = leaves.flatMap(checksOf)
  const own = name === undefined ? facts : new Facts(checks)
  const all = [...guards, ...leaves.flatMap(guardsOf)]
  return validationsOf([...guardChecks(all, own), ...checks], name)
}

function guardsOf({ meaning }: Leaf): readonly Guard[] {
  return meaning.is === 'script' ? [] : meaning.guards
}

/** The deepest guards that say something new: one of a member implies those of everything around it. */
function guardChecks(guards: readonly Guard[], facts: Facts): readonly Check[] {
  const needed = guards.filter(guard => !facts.implies(guard))
  const checks = needed.map(guardCheck)
  return checks.filter((check, index) => {
    const guard = needed[index]
    const others = checks.filter((_, other) => other !== index)
    if (guard === undefined) return false
    const isSaid = checks.findIndex(one => JSON.stringify(one) === JSON.stringify(check)) < index
    const different = others.filter(one => JSON.stringify(one) !== JSON.stringify(check))
    return !isSaid && !new Facts(different).implies(guard)
  })
}

function guardCheck({ path, nullable }: Guard): Check {
  const target = bodyPathText(path) ?? '$'
  return nullable
    ? { target, path, operator: 'matches', expected: '<any>' }
    : { target, path, operator: 'not-equals', expected: null }
}
