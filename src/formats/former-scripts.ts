import type { JsonObject, JsonValue } from '../model/json.ts'
import { isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import {
  amendedScript,
  differingConstants,
  losesRemarks,
  withoutRemarks,
  withoutStatements,
} from './amend-script.ts'
import { type Left, leftOf, type Phase } from './left-parts.ts'
import { mapping } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import { rewriteScript } from './rewrite-script.ts'
import type { Say } from './told.ts'

/** A script of a request that was imported. */
export interface FormerScript {
  readonly phase: Phase
  readonly code: string
  /** True where statements may be added to it. */
  readonly isOpen: boolean
}

/** A script in the words of suites. */
export interface Said {
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  readonly variables: JsonObject
  readonly rest: string
}

/** Reads and writes scripts of a format. */
export interface ScriptWords {
  /** Undefined for a script of which an import makes nothing. */
  readonly says: (code: string, phase: Phase) => Said | undefined
  /** Undefined where there is nothing to write. */
  readonly write: (step: JsonObject, phase: Phase) => string | undefined
  readonly lose?: Say
}

/** Former scripts sorted: the code of each that stays, or the part of what is left that belongs to it. */
export interface SortedScripts {
  readonly codes: readonly (string | undefined)[]
  readonly parts: ReadonlyMap<number, Left>
}

/**
 * Scripts of which the step still has everything stay as they are, or with other constants. Of each other one the part that the step
 * still has is to be written anew. All of that is taken out of what is left.
 */
export function sortScripts(
  scripts: readonly FormerScript[],
  left: Left,
  says: ScriptWords['says'],
): SortedScripts {
  // Two scripts may set the same variable, and ask for the same.
  const all = { extracts: new Map(left.extracts), variables: new Map(left.variables) }
  const shortened = new Set<number>()
  const codes = scripts.map(({ code, phase }, index) => {
    if (takes(says(code, phase), phase, left, all)) return code
    const amended = withConstants(code, phase, left, says)
    if (takes(says(amended, phase), phase, left, all)) return amended
    const shorter = withoutGone(amended, phase, { left, all, says })
    const isShorter = shorter.trim() !== '' && shorter !== amended
    if (!isShorter || !takes(says(shorter, phase), phase, left, all)) return undefined
    shortened.add(index)
    return shorter
  })
  const parts = scripts.flatMap(({ code, phase }, index): [number, Left][] =>
    codes[index] === undefined || shortened.has(index)
      ? [[index, partOf(says(code, phase), phase, left)]]
      : [],
  )
  return { codes, parts: new Map(parts) }
}

/**
 * The scripts with those written anew in their places. The rest of what is left goes with the last of these, or behind the
 * last that stays and is open to it, or into a new script.
 */
export function writtenScripts(
  scripts: readonly FormerScript[],
  { codes, parts }: SortedScripts,
  left: Left,
  words: ScriptWords,
): {
  readonly codes: readonly (string | undefined)[]
  readonly added: Readonly<Partial<Record<Phase, string>>>
} {
  const written = [...codes]
  const added: Partial<Record<Phase, string>> = {}
  for (const phase of ['before', 'after'] as const) {
    const isOfPhase = (_: unknown, index: number): boolean => scripts[index]?.phase === phase
    const last = [...parts.keys()].findLast(index => isOfPhase(undefined, index))
    for (const [index, part] of parts) {
      if (!isOfPhase(undefined, index)) continue
      const own = words.write(stepOf(phase, part, index === last ? left : undefined), phase)
      const shorter = codes[index]
      const whole = shorter === undefined ? own : own && joinedScript(shorter, own, phase, words.says)
      if (shorter === undefined || whole !== undefined) written[index] = whole
      else if (own !== undefined) added[phase] = [added[phase], own].filter(Boolean).join('\n\n')
      const former = scripts[index]?.code ?? ''
      if (shorter === undefined && losesRemarks(former, whole ?? '')) words.lose?.('script', withoutRemarks)
    }
    const more = last === undefined ? words.write(stepOf(phase, left), phase) : undefined
    if (more === undefined) continue
    const open = scripts.findLastIndex((one, index) => one.isOpen && isOfPhase(one, index))
    const joined = open < 0 ? undefined : joinedScript(written[open] ?? '', more, phase, words.says)
    if (joined === undefined) added[phase] = more
    else written[open] = joined
  }
  return { codes: written, added }
}

/** A script with another behind it, or before it where that only sets variables, as long as both still say what they said. */
function joinedScript(
  code: string,
  more: string,
  phase: Phase,
  says: ScriptWords['says'],
): string | undefined {
  const isFirst = phase === 'before' && says(more, phase)?.rest.trim() === ''
  const joined = isFirst ? `${more}\n\n${code}` : `${code.trimEnd()}\n\n${more}`
  if (rewriteScript(joined, () => undefined) === undefined) return undefined
  const [whole, ...parts] = [joined, code, more].map(one => says(one, phase))
  if (whole === undefined) return undefined
  const isWhole = parts.every(
    part =>
      part !== undefined &&
      part.validations.every(one => whole.validations.some(other => jsonEqual(one, other))) &&
      [...Object.keys(part.extracts), ...Object.keys(part.variables)].every(
        name => Object.hasOwn(whole.extracts, name) || Object.hasOwn(whole.variables, name),
      ),
  )
  return isWhole ? joined : undefined
}

/** A script without the statements that say what the step no longer says. */
function withoutGone(
  code: string,
  phase: Phase,
  {
    left,
    all,
    says,
  }: {
    readonly left: Left
    readonly all: Pick<Left, 'extracts' | 'variables'>
    readonly says: ScriptWords['says']
  },
): string {
  const named = (said: Said, key: 'extracts' | 'variables'): readonly JsonObject[] =>
    Object.entries(said[key]).map(([name, value]) => ({ key, name, value }))
  const read = (source: string) => {
    const said = says(source, phase)
    return (
      said && {
        things: [
          ...said.validations.map(validation => ({ validation })),
          ...named(said, 'extracts'),
          ...named(said, 'variables'),
        ],
        rest: said.rest,
      }
    )
  }
  return withoutStatements(code, read, thing => {
    const { key, name, value = null, validation = null } = mapping(thing)
    if (key === undefined) return left.validations.some(one => jsonEqual(one, validation))
    return sameExtract(all[key === 'extracts' ? 'extracts' : 'variables'].get(valueText(name ?? '')), value)
  })
}

/** A script with the constants of what is left, where that differs in no more. */
function withConstants(code: string, phase: Phase, left: Left, read: ScriptWords['says']): string {
  const says = (source: string): JsonObject | undefined => {
    const said = read(source, phase)
    return said && { validations: said.validations, extracts: said.extracts, variables: said.variables }
  }
  const said = read(code, phase)
  if (said === undefined) return code
  const free = left.validations.filter(one => !said.validations.some(other => jsonEqual(one, other)))
  const stays = (one: JsonObject): boolean => left.validations.some(other => jsonEqual(one, other))
  const wanted = {
    validations: said.validations.map(one => (stays(one) ? one : nearest(one, free))),
    extracts: named(left.extracts, said.extracts),
    variables: named(left.variables, said.variables),
  }
  return amendedScript(code, says, wanted)
}

/** The values of these names now; an extract that has only become optional counts as it was. */
function named(all: ReadonlyMap<string, JsonValue>, part: JsonObject): JsonObject {
  const now = (name: string, value: JsonValue): JsonValue => {
    const other = all.get(name)
    return other === undefined || sameExtract(other, value) ? value : other
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, now(name, value)]))
}

/** The validation that differs from this one in the fewest constants, and in nothing else; this one where there is none. */
function nearest(validation: JsonObject, others: readonly JsonObject[]): JsonObject {
  const distance = (one: JsonObject): number => differingConstants(validation, one)?.length ?? Infinity
  const [first = validation] = others.toSorted((one, other) => distance(one) - distance(other))
  return distance(first) === Infinity ? validation : first
}

/** True for a script of which the step still has everything, or never had any; that is taken out of what is left. */
function takes(
  said: Said | undefined,
  phase: Phase,
  left: Left,
  all: Pick<Left, 'extracts' | 'variables'>,
): boolean {
  if (said === undefined) return true
  const has = (key: 'extracts' | 'variables'): boolean =>
    Object.entries(said[key]).every(([name, value]) => sameExtract(all[key].get(name), value))
  const rest = said.rest.trim() === '' ? [] : [said.rest]
  const scripts = withoutInOrder(left.scripts[phase], rest)
  const validations = withoutInOrder(left.validations, said.validations)
  if (scripts === undefined || validations === undefined || !has('extracts') || !has('variables'))
    return false
  left.scripts[phase] = scripts
  left.validations = validations
  for (const name of Object.keys(said.extracts)) left.extracts.delete(name)
  for (const name of Object.keys(said.variables)) left.variables.delete(name)
  return true
}

/** All but these, each taken out once; undefined where one is missing, or they stand in another order. */
function withoutInOrder<Value extends JsonValue>(
  all: readonly Value[],
  some: readonly Value[],
): readonly Value[] | undefined {
  let next = 0
  const others = all.filter(one => {
    const [wanted] = some.slice(next)
    if (wanted === undefined || !jsonEqual(one, wanted)) return true
    next++
    return false
  })
  return next === some.length ? others : undefined
}

/** The part of what is left that a script said before, or says otherwise now; it is taken out. */
function partOf(said: Said | undefined, phase: Phase, left: Left): Left {
  const part = leftOf({})
  if (said === undefined) return part
  const isOwn = (one: JsonObject): boolean =>
    said.validations.some(
      other => jsonEqual(one, other) || (one['name'] !== undefined && one['name'] === other['name']),
    )
  part.validations = left.validations.filter(isOwn)
  left.validations = left.validations.filter(one => !isOwn(one))
  part.scripts[phase] = left.scripts[phase].filter(one => one === said.rest)
  left.scripts[phase] = left.scripts[phase].filter(one => one !== said.rest)
  for (const key of ['extracts', 'variables'] as const)
    for (const name of Object.keys(said[key])) {
      const value = left[key].get(name)
      if (value !== undefined) part[key].set(name, value)
      left[key].delete(name)
    }
  return part
}

/** Two parts of a phase in the words of a step. */
function stepOf(phase: Phase, part: Left, more = leftOf({})): JsonObject {
  const both = <Name extends keyof Left>(name: Name): readonly [Left[Name], Left[Name]] => [
    part[name],
    more[name],
  ]
  const joined = (key: 'extracts' | 'variables'): JsonObject =>
    Object.fromEntries(both(key).flatMap(one => [...one]))
  const scripts = { [phase]: both('scripts').flatMap(one => one[phase]) }
  return phase === 'before'
    ? { variables: joined('variables'), scripts }
    : { extracts: joined('extracts'), validations: both('validations').flat(), scripts }
}

/** An extract may have become optional, as an earlier request has the same. */
function sameExtract(now: JsonValue | undefined, then: JsonValue): boolean {
  const plain = (value: JsonValue): JsonValue => (isObject(value) ? (value['from'] ?? value) : value)
  return now !== undefined && jsonEqual(plain(now), plain(then))
}
