import { factsOf } from '../../actions/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mostRounds } from '../../model/suite.ts'
import { actionOf } from '../../parse/build-step.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { parseDuration } from '../../util/duration.ts'
import { valueText } from '../../util/value-text.ts'
import { conditionsOf } from '../written-checks.ts'
import { namesLeft, namesUsed } from '../variable-flow.ts'
import { answerParts, valuesOf } from './answer-parts.ts'
import { all, buildConditions, not } from './build-predicate.ts'
import type { Remark } from './build-request.ts'
import type { ProgramScope } from './program-scope.ts'
import { requestsOf } from './parts-of-group.ts'
import type { Expect, Predicate, ProgramRequest, Statement, Value } from './test-program.ts'

/** The statements of a step, and what of it is not in them. */
interface Built {
  readonly statements: readonly Statement[]
  readonly before?: readonly Statement[]
  readonly losses: readonly Remark[]
}

/** True where a step has a number in its rounds, so that they are more than a row each. */
export function countsRounds(step: JsonObject): boolean {
  const names = namesUsed(step)
  return step['for-each'] !== undefined && (names.has('$index') || names.has('$round'))
}

/** The loop of a step that repeats; `build` gives what is done in a round, of the step without its rounds. */
export function buildRounds(
  step: JsonObject,
  scope: ProgramScope,
  build: (step: JsonObject) => Built,
): Built {
  const { 'for-each': each = null, repeat = null, when: _, unless: __, ...once } = step
  const asked = askedOnce(step)
  if (asked !== undefined) return { statements: [], losses: [asked] }
  const [item, list = null] = Object.entries(mapping(each))[0] ?? []
  if (item !== undefined) {
    const over = { kind: 'items', item, list: scope.value(list), most: mostRounds.usual } as const
    const { statements, ...others } = scope.inLoop(item, () => build(once))
    if (statements.length === 0) return { statements, ...others }
    const inside = [...memberGuards(item, statements), ...statements]
    return { ...others, statements: [{ kind: 'loop', over, interval: 0, statements: inside }] }
  }
  const isGroup = factsOf(actionOf(step) ?? '').runsSteps === true
  const left = isGroup ? leftByGroup(step) : undefined
  return buildRepeat(mapping(repeat), left, scope, () => build(once))
}

function buildRepeat(
  repeat: JsonObject,
  left: ReadonlySet<string> | undefined,
  scope: ProgramScope,
  build: () => Built,
): Built {
  const { until, 'at-most': atMost, times, interval } = repeat
  const most = Number(atMost ?? times)
  if (!(most <= mostRounds.usual))
    return {
      statements: [],
      losses: [{ what: 'repeat', why: `tests have ${mostRounds.usual} rounds at most` }],
    }
  return scope.inLoop('', () => {
    const { statements, ...others } = build()
    if (statements.length === 0) return { statements, ...others }
    const holds = until === undefined ? undefined : scope.afterSteps(left, () => untilOf(until, scope))
    const done = holds === undefined ? [] : [{ kind: 'done-if', holds } as const]
    const isUnsaid = until !== undefined && (holds === undefined || !hasAnswer(statements, done))
    if (isUnsaid)
      return { statements: [], losses: [{ what: 'repeat until', why: 'the code has no word for it' }] }
    return {
      ...others,
      statements: [
        {
          kind: 'loop',
          over: { kind: 'count', most, isOpen: until !== undefined },
          interval: parseDuration(valueText(interval ?? '0s')) ?? 0,
          statements: [...statements, ...done],
        },
      ],
    }
  })
}

function untilOf(until: JsonValue, scope: ProgramScope): Predicate | undefined {
  const conditions = conditionsOf({ when: until })
  return conditions === undefined ? undefined : buildConditions(conditions, scope)
}

/** True where there is an answer where one is looked at. */
function hasAnswer(statements: readonly Statement[], done: readonly Statement[]): boolean {
  const looks = done.flatMap(valuesOf).some(({ kind }) => kind === 'status' || kind === 'header')
  return (!looks && answerParts(done).size === 0) || statements.flatMap(requestsOf).length > 0
}

/** Why `when` cannot be asked once before all rounds, though it is asked in each: it may be answered otherwise there. */
function askedOnce(step: JsonObject): Remark | undefined {
  const { when = null, unless = null } = step
  const own = new Set(['$index', '$round', ...Object.keys(mapping(step['for-each'])), ...namesLeft(step)])
  const names = [when, unless].flatMap(one => [...Object.keys(mapping(one)), ...namesUsed(one)])
  const isOwn = names.some(name => own.has(name) || own.has(name.split(/[.[]/, 1)[0] ?? name))
  return isOwn ? { what: 'when', why: 'tests ask it once, before all rounds' } : undefined
}

/** That an item has what is taken of it, where JavaScript has something for every member, and that no null is sent as a word. */
function memberGuards(item: string, statements: readonly Statement[]): readonly Expect[] {
  const values = statements.flatMap(valuesOf)
  const replaceable = new Set(
    values.flatMap(one => (one.kind === 'call' && one.function === 'default' ? [one.of] : [])),
  )
  const inTexts = new Set(statements.flatMap(requestsOf).flatMap(addressed))
  const guards = values.flatMap((value): readonly Expect[] => {
    if (value.kind !== 'variable' || value.name !== item || replaceable.has(value)) return []
    const isInText = inTexts.has(value)
    if (value.path.length === 0 && !isInText) return []
    const lists = value.path.flatMap((key, index): readonly Predicate[] =>
      typeof key === 'number'
        ? [{ kind: 'is', value: { ...value, path: value.path.slice(0, index) }, type: 'array' }]
        : [],
    )
    const nothing: Value = { kind: 'literal', value: null }
    const isNull: Predicate = { kind: 'equal', actual: value, expected: nothing, as: 'json' }
    const steps = value.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    const name = `{{${[item, ...steps].join('')}}} has a value`
    const own: readonly Predicate[] = value.path.length === 0 ? [] : [{ kind: 'present', value }]
    return [{ kind: 'expect', name, holds: all(...lists, ...own, ...(isInText ? [not(isNull)] : [])) }]
  })
  return [...new Map(guards.map(guard => [JSON.stringify(guard), guard])).values()]
}

/** The values that stand within longer texts of the address of a request: none of them may be null. */
function addressed({ url, query, body }: ProgramRequest): readonly Value[] {
  const fields = [...query, ...(body?.kind === 'form' ? body.fields : [])]
  return [url, ...fields.map(({ value }) => value)].flatMap(value =>
    value.kind === 'template' && value.parts.length > 1
      ? value.parts.flatMap(part => (typeof part === 'string' ? [] : [part]))
      : [],
  )
}

/** The steps of a group, one after the other, and what is expected of all that they leave. */
export function buildGroup(
  step: JsonObject,
  scope: ProgramScope,
  build: (step: JsonObject) => Built & { readonly name: string },
  judge: () => Built,
): Built {
  const steps = stepsOf(step)
  const refused = steps.flatMap(inner => ['data', 'when', 'unless'].filter(key => inner[key] !== undefined))
  const [key] = step['retry'] === undefined ? refused : ['retry']
  if (key !== undefined)
    return { statements: [], losses: [{ what: key, why: 'tests have no such word for a group' }] }
  const built = steps.map(build)
  const losses = built.flatMap(one => one.losses)
  if (built.some(({ statements }) => statements.length === 0)) return { statements: [], losses }
  const judged = scope.afterSteps(leftByGroup(step), judge)
  return {
    statements: [
      ...built.map(({ name, statements }): Statement => ({ kind: 'step', name, statements })),
      ...judged.statements,
    ],
    before: built.flatMap(({ before = [] }) => before),
    losses: [...losses, ...judged.losses],
  }
}

/** The steps of a group. */
export function stepsOf({ steps = null }: JsonObject): readonly JsonObject[] {
  return isList(steps) ? steps.filter(isObject) : []
}

function leftByGroup(step: JsonObject): ReadonlySet<string> {
  return new Set(stepsOf(step).flatMap(surelyLeft))
}

/** The variables that a step leaves whenever it passes. */
function surelyLeft(step: JsonObject): readonly string[] {
  const extracts = mapping(step['extracts'])
  return namesLeft(step).filter(name => {
    const extract = extracts[name]
    return !isObject(extract) || ['optional', 'when', 'unless'].every(key => extract[key] === undefined)
  })
}
