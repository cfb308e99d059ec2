import { factsOf, variablesSetBy } from '../../actions/index.ts'
import { jsonBody } from '../../actions/body/json-body.ts'
import { takeExtract } from '../../extracts/index.ts'
import { prepareTarget } from '../../extracts/prepare-target.ts'
import type { Exchange } from '../../model/exchange.ts'
import {
  type Conditional,
  type Extract,
  type FoundExtract,
  isSchemaValidation,
  type Validation,
} from '../../model/expectation.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isMissing } from '../../model/result.ts'
import { type Step, withGrouped } from '../../model/suite.ts'
import { conditionTargets, endTargets, isConditional } from '../../model/targets-of.ts'
import { renderValue, renderVariable } from '../../template/render.ts'
import { roundValues } from '../../template/scope.ts'
import { isList } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { type Applies, appliesTo, evaluateConditions } from '../../validations/conditions.ts'
import { judgeTarget } from '../../validations/index.ts'
import { renderExtract, renderTargetValidation } from '../../validations/render-targets.ts'
import { isAnyStatus } from '../trials/idle-expectations.ts'
import { limitsOf } from '../trials/limits.ts'
import { namesFrom } from '../known-names.ts'
import { madeExchange } from '../made/answers.ts'
import { scriptsAround } from '../scripts/suite-scripts.ts'
import { madeAnswer } from './made-answers.ts'
import type { Played, Tally } from './tally.ts'
import { bySuite, joined, noOrigin, type Origin, unknownOrigin, type WorldScope } from './world-scope.ts'
import type { World } from './worlds.ts'

/** Rounds of a step that are played; what later ones bring is like what these do. */
const mostRounds = 3

const none: readonly never[] = []

/** The answer that a step is judged by, and its origin. */
interface Answer {
  readonly exchange: Exchange
  readonly origin: Origin
  readonly isOfService: boolean
}

/** The values that a round of a step brings. */
interface Round {
  readonly round?: JsonObject
  readonly row?: JsonObject
}

/** Plays the steps of a suite in one world, one time, as a run does. To be called inside of `whenLoaded`. */
export class Play {
  readonly #played: Played
  readonly #world: World
  readonly #variables: WorldScope
  readonly #tally: Tally
  #asked = 0
  /** Nothing has been wrong so far. */
  #isGreen = true
  /** How many of the steps around have more rounds than are played. */
  #shortened = 0

  constructor(played: Played, world: World, variables: WorldScope, tally: Tally) {
    this.#played = played
    this.#world = world
    this.#variables = variables
    this.#tally = tally
  }

  all(): void {
    const { steps, after } = this.#played.parsed.suite
    for (const step of [...steps, ...after]) this.#step(step)
  }

  #step(step: Step): void {
    if (step.skip !== undefined) return
    const rounds = this.#roundsOf(step)
    if (rounds === undefined) {
      this.#forget(step, unknownOrigin)
      return
    }
    const isShort = step.rounds?.kind === 'repeat' && step.rounds.most > mostRounds
    this.#shortened += Number(isShort)
    for (const { round = {}, row = {} } of rounds)
      this.#variables.during('row', row, () => {
        this.#variables.during('round', round, () => {
          this.#round(step)
        })
      })
    this.#shortened -= Number(isShort)
  }

  /** Notes the outcome of a condition; of rounds that are not played nobody knows. */
  #depends(one: object, isMet: boolean, origin: Origin): void {
    this.#tally.asked(one, isMet, this.#shortened > 0 ? unknownOrigin : origin)
  }

  /** The rounds of a step; undefined where nobody knows them. */
  #roundsOf(step: Step): readonly Round[] | undefined {
    const { rounds, data } = step
    if (data !== undefined) {
      const rows = this.#played.facts.stepRows?.get(step)
      return rows === undefined || rows.length > mostRows
        ? undefined
        : rows.map(({ values }, index) => ({ round: roundValues(index), row: values }))
    }
    if (rounds === undefined) return [{}]
    if (rounds.kind === 'repeat')
      return Array.from({ length: Math.min(rounds.most, mostRounds) }, (_, index) => ({
        round: roundValues(index),
      }))
    const [list, origin] = this.#variables.watch(() => renderValue(rounds.list, this.#variables.scope))
    if (!list.ok || !isList(list.value) || origin.isUnknown) return undefined
    // The items of an answer are as unlike as its other values.
    const items = origin.isOfAnswer ? list.value.slice(0, mostRounds) : list.value
    if (items.length > mostRows) return undefined
    return items.map((item, index) => ({ round: { [rounds.variable]: item, ...roundValues(index) } }))
  }

  /** A step that may have run or not, or of which nobody knows what it leaves. */
  #forget(step: Step, origin: Origin): void {
    for (const each of withGrouped([step])) {
      for (const name of namesFrom(this.#played.parsed, each, this.#played.facts))
        if (origin.isUnknown) this.#variables.leave(name, null, origin)
        else this.#variables.touch(name, origin)
      if (origin.isUnknown) for (const one of each.validations) this.#tally.isUnknown(one)
    }
  }

  #round(step: Step): void {
    this.#tally.plays()
    const { scope } = this.#variables
    const [verdict, asked] = this.#variables.watch(() => evaluateConditions(step, scope))
    if (step.when.length > 0) this.#depends(step, verdict.runs || 'problems' in verdict, asked)
    if (asked.isUnknown) {
      this.#forget(step, unknownOrigin)
      return
    }
    if (!verdict.runs) {
      if ('problems' in verdict) this.#isGreen = false
      this.#forget(step, asked)
      return
    }
    for (const [name, value] of Object.entries(step.variables ?? {})) this.#give(name, value, asked)
    this.#runScripts(step, 'before')
    const answer = this.#answerTo(step, asked)
    if (answer === undefined) {
      this.#forget(step, unknownOrigin)
      return
    }
    if (!answer.exchange.success.holds && !step.validations.some(({ target }) => target.kind === 'status'))
      this.#isGreen = false
    for (const extract of step.extracts) this.#extract(extract, answer, asked)
    this.#runScripts(step, 'after')
    for (const validation of step.validations) this.#judge(validation, answer)
    this.#judgeEnd(step, answer)
  }

  /** Of the variables that scripts may set nobody knows the values. */
  #runScripts(step: Step, when: 'before' | 'after'): void {
    const { parsed, facts } = this.#played
    if (facts.scripts === undefined) return
    for (const script of scriptsAround(step, parsed, facts.sharedScripts)[when])
      for (const name of facts.scripts.get(script)?.sets ?? none)
        this.#variables.leave(name, null, unknownOrigin)
  }

  /** Gives a variable the value that is written for it. */
  #give(name: string, value: JsonValue, more: Origin): JsonValue | undefined {
    const [filled, origin] = this.#variables.watch(() => renderValue(value, this.#variables.scope))
    const whole = joined(origin, more, bySuite)
    if (!filled.ok) {
      if (whole.isUnknown) this.#variables.leave(name, null, unknownOrigin)
      else this.#isGreen = false
      return undefined
    }
    this.#variables.leave(name, filled.value, whole)
    return filled.value
  }

  #answerTo(step: Step, condition: Origin): Answer | undefined {
    const { setsVariables, runsSteps, pauses, sendsRequests, statuses } = factsOf(step.action)
    if (setsVariables === true || runsSteps === true) return this.#ownAnswer(step, condition)
    if (pauses === true)
      return {
        exchange: madeExchange(jsonBody(null), { duration: 0 }),
        origin: noOrigin,
        isOfService: false,
      }
    if (sendsRequests !== true || statuses?.kind !== 'numbers' || step.input[step.action] === undefined)
      return undefined
    if (factsOf(step.action).messages !== undefined) return undefined
    const { parsed, facts } = this.#played
    const asked = { time: this.#asked++, longest: limitsOf(parsed, facts, step).time }
    const exchange = madeAnswer(step, this.#world, asked, this.#variables.scope)
    return { exchange, origin: noOrigin, isOfService: true }
  }

  /** The answer of a step that sets variables, itself or by the steps in it: what these hold then. */
  #ownAnswer(step: Step, asked: Origin): Answer {
    const values: Record<string, JsonValue> = {}
    let origin: Origin = bySuite
    const own = variablesSetBy(step)
    for (const [name, value] of Object.entries(own)) this.#give(name, value, asked)
    for (const inner of step.steps ?? none) this.#step(inner)
    const names = [
      ...Object.keys(own),
      ...(step.steps ?? none).flatMap(inner => namesFrom(this.#played.parsed, inner, this.#played.facts)),
    ]
    for (const name of new Set(names)) {
      const [held, from] = this.#variables.watch(() => renderVariable(name, this.#variables.scope))
      if (held.ok) values[name] = held.value
      origin = joined(origin, from)
    }
    return { exchange: madeExchange(jsonBody(values), { duration: 0 }), origin, isOfService: false }
  }

  #extract(extract: Extract, answer: Answer, asked: Origin): void {
    const { scope } = this.#variables
    const { exchange } = answer
    const [taken, origin] = this.#variables.watch(() => {
      const applies = this.#applies(extract, answer)
      if (!applies.applies) return undefined
      const rendered = renderExtract(extract, scope)
      return rendered.ok ? takeExtract(rendered.value, exchange) : 'wrong'
    })
    const isFound = 'target' in extract
    const looks = isFound && answer.isOfService && extract.target.kind !== 'variable'
    const more =
      looks || (isConditional(extract) && answer.isOfService) ? { ...noOrigin, isOfAnswer: true } : bySuite
    const whole = joined(origin, answer.origin, asked, more)
    if (whole.isUnknown) {
      this.#variables.leave(extract.variable, null, unknownOrigin)
      return
    }
    if (taken === 'wrong') this.#isGreen = false
    if (taken === undefined || taken === 'wrong') {
      this.#variables.touch(extract.variable, whole)
      return
    }
    if (isFound && looks) this.#tally.taken(extract, taken.found)
    const made = isFound && looks && this.#tally.isUnfound(extract) ? this.#madeFor(extract) : undefined
    const value = made ?? taken.value
    if (value === undefined && isMissing(taken)) this.#isGreen = false
    const left = value !== undefined && 'append' in extract ? this.#appended(extract.variable, value) : value
    if (left === undefined) this.#variables.touch(extract.variable, whole)
    else this.#variables.leave(extract.variable, left, whole)
  }

  /** True where a part of a step counts; a condition that looks at the answer of a service may be met by another one. */
  #applies(part: Conditional, { exchange, origin, isOfService }: Answer): Applies {
    if (!isConditional(part)) return { applies: true }
    const { scope } = this.#variables
    const [applies, read] = this.#variables.watch(() =>
      appliesTo(part, exchange, scope, this.#played.toleratesUnset),
    )
    const looks = conditionTargets(part).some(({ target }) => target.kind !== 'variable')
    const more = looks ? [origin, { ...noOrigin, isOfAnswer: isOfService }] : none
    this.#depends(part, applies.applies || 'problems' in applies, joined(read, ...more))
    return applies
  }

  /** A value in place of one that is in none of the made answers. */
  #madeFor({ regex, target }: FoundExtract): JsonValue | undefined {
    const { value, meets, salt } = this.#world
    if (value === undefined || meets !== true) return undefined
    const made = value(`${JSON.stringify(target)} ${this.#asked} ${salt}`)
    return regex === undefined && target.kind === 'json-path' ? made : valueText(made)
  }

  #appended(variable: string, found: JsonValue): JsonValue | undefined {
    const [before, origin] = this.#variables.watch(() => renderVariable(variable, this.#variables.scope))
    if (before.ok && isList(before.value) && isList(found)) return [...before.value, ...found]
    if (!origin.isUnknown) this.#isGreen = false
    return undefined
  }

  #judge(validation: Validation, answer: Answer): void {
    if (isSchemaValidation(validation) || unjudged.has(validation.target.kind)) {
      this.#tally.isUnknown(validation)
      return
    }
    const { exchange } = answer
    const { scope } = this.#variables
    const [held, origin] = this.#variables.watch(() => {
      const applies = this.#applies(validation, answer)
      if (!applies.applies) return 'problems' in applies ? 'wrong' : undefined
      const rendered = renderTargetValidation(validation, scope)
      if (!rendered.ok) return 'wrong'
      const { target, expectations } = rendered.value
      if (target.kind === 'status' && isAnyStatus(expectations)) return 'any'
      // A value that a failed step did not give tells nothing more.
      if (target.kind === 'variable' && target.value === undefined && !this.#isGreen) return 'wrong'
      return judgeTarget(prepareTarget(target), expectations, exchange).every(({ passed }) => passed)
    })
    if (held === 'any') this.#tally.isUnknown(validation)
    if (held === 'any' || (held === undefined && !origin.isUnknown)) return
    const isOfVariable = validation.target.kind === 'variable'
    const isCut = this.#shortened > 0 && origin.isOfRow
    const whole = joined(origin, isOfVariable ? noOrigin : answer.origin, isCut ? unknownOrigin : noOrigin)
    // A validation that cannot be filled in fails, and so tells; but not where something else has failed already.
    if (held !== 'wrong' || whole.isUnknown)
      this.#tally.judged(validation, held === true, whole, answer.isOfService && !isOfVariable)
    else if (this.#isGreen) this.#tally.judged(validation, false, whole, answer.isOfService)
    if (held !== true) this.#isGreen = false
  }

  /** The end of the rounds of a step is judged as one: the first target that it asks for stands for all. */
  #judgeEnd(step: Step, { exchange, origin, isOfService }: Answer): void {
    const [first] = endTargets(step)
    if (first === undefined || step.rounds?.kind !== 'repeat') return
    const { until = none } = step.rounds
    const [applies, read] = this.#variables.watch(() =>
      appliesTo({ when: until }, exchange, this.#variables.scope),
    )
    this.#tally.judged(first, applies.applies, joined(read, origin), isOfService)
  }
}

/** More rows than these are not played. */
export const mostRows = 20

/** The targets that take files, or more of an exchange than is made. */
const unjudged: ReadonlySet<string> = new Set([
  'snapshot',
  'file',
  'certificate',
  'cookie',
  'trailer',
  'field',
  'url',
])
