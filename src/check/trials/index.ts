import { factsOf } from '../../actions/index.ts'
import type { AnswerCondition, Conditional, TargetValidation } from '../../model/expectation.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import {
  conditionTargets,
  endTargets,
  isConditional,
  routeConditions,
  targetsOf,
} from '../../model/targets-of.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import type { Maybe } from '../../util/maybe.ts'
import { buildTargets } from '../../parse/build-validations.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueAt } from '../../util/read-values.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { mayContradict } from '../may-contradict.ts'
import { everyTarget, messageExpectations } from '../message-expectations.ts'
import { type Facts, problemAt } from '../rule.ts'
import { messageShape, type Shape } from './answer-shape.ts'
import { anyOutcome } from './any-outcome.ts'
import { awaitedIn, ofFirstEntry } from './awaited.ts'
import { neverBehind, type StepsBefore } from './behind.ts'
import { type Constants, constantsFor } from './constants.ts'
import { conditionsOf, neverCounts, neverCountsHere, neverRuns, wantedAnyway } from './idle-conditions.ts'
import { isImplied } from './implied.ts'
import { isOfBody } from './domain.ts'
import { isStatusOpen } from './limits.ts'
import { staysWhereAsked } from './redirects.ts'
import { madeVariables, whereTaken } from './made-variables.ts'
import { idleProblems, isAnyStatus, type Tried } from './idle-expectations.ts'
import type { NeverMet } from './verdicts.ts'

/** Tries what these steps expect, and what they ask before, with made answers: something must fail it, something meet it. */
export async function triedProblems(
  parsed: ParsedSuite,
  facts: Facts,
  steps: readonly Step[],
): Promise<readonly Problem[]> {
  const constantsOf = constantsFor(parsed, facts)
  const variables = madeVariables(parsed, facts)
  const before = { variables, constantsOf, isStatusOpen: (step: Step) => isStatusOpen(step, facts) }
  const problems = [...(await inTime(() => whenLoaded(() => ofMocks(parsed, constantsOf(undefined)))))]
  for (const step of steps) {
    const constants = constantsOf(step)
    const tried = { step, constants, variables, staysWhereAsked: staysWhereAsked(step, parsed, facts) }
    problems.push(...(await inTime(() => whenLoaded(() => problemsOf(parsed, facts, tried, before)))))
    problems.push(...(await inTime(() => idleSchemas(parsed, step, constants))))
  }
  return problems
}

/** Schemas that take every answer with which the step passes. */
async function idleSchemas(
  { source }: ParsedSuite,
  { action, input, span, validations }: Step,
  { limits }: Constants,
): Promise<readonly Problem[]> {
  const answer = limits.shape.mayBeMissing === true ? undefined : factsOf(action).answer?.(input)['$']
  const problems: Problem[] = []
  for (const one of validations) {
    const known = isConditional(one) ? typeAskedBy(one) : answer
    if (!('schema' in one) || known === undefined) continue
    const compiled = await createSchemaLibrary().compile({ if: known, then: one.schema }, span.file)
    const message = isConditional(one)
      ? 'this says no more than its own condition, and so proves nothing'
      : 'this holds for every answer, and so proves nothing: write what is right in it'
    if (compiled.ok && (await whenLoaded(compiled.takesAll)))
      problems.push(problemAt(source, one.span, 'bad-value', message))
  }
  return problems
}

/** The schema of all that meets a condition which asks for the type of the answer, and for nothing else. */
function typeAskedBy({ when = [], unless = [] }: Conditional): JsonObject | undefined {
  const [asked, ...others] = when.flatMap(({ targets }) => targets)
  if (asked?.target.kind !== 'json-path' || asked.target.path !== '$' || others.length + unless.length > 0)
    return undefined
  const [first, ...more] = asked.expectations
  return first?.operator === 'has-type' && more.length === 0 ? { type: first.expected } : undefined
}

/** The problems that are found; none where that takes too long, as then nobody knows. */
async function inTime(find: () => Maybe<readonly Problem[]>): Promise<readonly Problem[]> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof EvaluationEnded) return []
    throw error
  }
}

function problemsOf(
  parsed: ParsedSuite,
  facts: Facts,
  tried: Tried,
  before: StepsBefore,
): readonly Problem[] {
  const { step, constants } = tried
  const ofAnswer = new Set<object>(targetsOf(step))
  return [
    ...everyTarget(parsed, step).flatMap(item => {
      const isOfMessage = !ofAnswer.has(item)
      const isOfVariable = item.target.kind === 'variable' && !step.validations.some(one => one === item)
      return 'expectations' in item && !isOfVariable
        ? idleProblems(
            parsed,
            isOfMessage ? ofMessages(tried) : tried,
            isOfMessage ? item : ofFirstEntry(item),
          )
        : []
    }),
    ...step.validations.filter(isTarget).flatMap(one => awaitedAlready(parsed, tried, one)),
    ...alwaysLast(parsed, facts, tried),
    ...alwaysStopped(parsed, tried),
    ...takenFromNothing(parsed, tried),
    ...anyOutcome(parsed, facts, step, constants),
    ...neverMet(parsed, facts, step, constants).map(met => neverProblem(parsed, met)),
    ...neverPasses(parsed, facts, step, constants),
    ...[conditionsOf(step), ...[...step.validations, ...step.extracts].filter(isConditional)]
      .flatMap(one => neverBehind(one, step, before) ?? [])
      .map(met => neverProblem(parsed, met)),
    ...step.validations
      .filter(isTarget)
      .filter(one => isConditional(one) && isImplied(one, step, constants))
      .map(({ span }) =>
        problemAt(
          parsed.source,
          span,
          'bad-value',
          'this says no more than its own condition, and so proves nothing',
          {
            hint: 'Take the condition out, or write what else must be so.',
          },
        ),
      ),
  ]
}

/** A condition that the step has waited for is met. Whoever says it once more means no wrong. */
function awaitedAlready(
  parsed: ParsedSuite,
  { step, constants }: Tried,
  item: TargetValidation,
): readonly Problem[] {
  const one = ofFirstEntry(item)
  const when = [{ targets: awaitedIn(parsed, step, one.target) }]
  if (isConditional(one) || !isImplied({ ...one, when }, step, constants)) return []
  const message = '"expect" asks for this already: a message that is not so is none that the step waits for'
  const more = { severity: 'warning', hint: 'Write what else must be so.' } as const
  return [problemAt(parsed.source, item.span, 'bad-value', message, more)]
}

/** The same for what is expected of a message. */
function ofMessages({ step, constants, ...tried }: Tried): Tried {
  return { ...tried, step, constants: withShape(constants, messageShape(step)) }
}

function withShape(constants: Constants, shape: Shape): Constants {
  return { ...constants, limits: { ...constants.limits, shape } }
}

/** An `until` that every round meets which passes: there is only one. */
function alwaysLast(parsed: ParsedSuite, facts: Facts, tried: Tried): readonly Problem[] {
  const { step, constants } = tried
  const [first, ...others] = endTargets(step)
  if (first === undefined) return []
  const passed = [{ targets: wantedAnyway(step, isStatusOpen(step, facts)) }]
  const holds = (one: TargetValidation): boolean =>
    isImplied({ ...one, when: passed }, step, constants) || idleProblems(parsed, tried, one).length > 0
  if (![first, ...others].every(holds)) return []
  const message = 'every round that passes meets this, so that there is only one'
  const hint = 'Write what the last answer is like, and no other.'
  return [problemAt(parsed.source, first.span, 'bad-value', message, { hint })]
}

/** A `stop-when` that every answer meets: nothing is tried again. */
function alwaysStopped(parsed: ParsedSuite, tried: Tried): readonly Problem[] {
  const [first, ...others] = (tried.step.retry?.stopWhen ?? []).filter(isTarget)
  const holds = ({ target, expectations, ...one }: TargetValidation): boolean =>
    (target.kind === 'status' && isAnyStatus(expectations)) ||
    idleProblems(parsed, tried, { target, expectations, ...one }).length > 0
  if (first === undefined || ![first, ...others].every(holds)) return []
  const message = 'every answer meets this, so that nothing is tried again'
  const hint = 'Write what an answer is like behind which trying again is of no use.'
  return [problemAt(parsed.source, first.span, 'bad-value', message, { hint })]
}

/** Warns of extracts from the body of an answer that has none. */
function takenFromNothing({ source }: ParsedSuite, { step, constants }: Tried): readonly Problem[] {
  if (!constants.limits.isBodyless) return []
  return step.extracts
    .filter(one => 'target' in one && !isConditional(one) && isOfBody(one.target))
    .map(({ span }) =>
      problemAt(source, span, 'bad-value', 'such an answer has no body to take this from', {
        severity: 'warning',
        hint: 'Look at its status and headers.',
      }),
    )
}

function neverProblem({ source }: ParsedSuite, { span, subject, reason, ...more }: NeverMet): Problem {
  if (more.isOfConstant === true)
    return problemAt(
      source,
      span,
      'bad-value',
      `nothing sets ${subject} but the suite itself: this only counts where --var or an environment gives another value`,
      { severity: 'warning' },
    )
  return problemAt(source, span, 'bad-value', `${subject} ${reason}: what depends on it never counts`, {
    hint: 'Look at the condition (all of a list must hold, and one-of is a choice), or take it out with what depends on it.',
    ...(more.isLikely === true ? { severity: 'warning' as const } : {}),
  })
}

/** The conditions of a step and of its parts that nothing can meet. */
function neverMet(parsed: ParsedSuite, facts: Facts, step: Step, constants: Constants): readonly NeverMet[] {
  const { validations, extracts, retry, when } = step
  const also = wantedAnyway(step, isStatusOpen(step, facts))
  const ofStep = when.length === 0 ? undefined : neverRuns(step, constants)
  return [
    ofStep,
    ...validations.filter(isConditional).map(part => {
      const one = onAnswer(part, step)
      const asked = conditionTargets(one).flatMap(({ target }) => awaitedIn(parsed, step, target))
      return neverCountsHere(one, step, constants, [...also, ...asked])
    }),
    ...extracts
      .filter(isConditional)
      .map(
        one => neverCountsHere(one, step, constants) ?? likely(neverCountsHere(one, step, constants, also)),
      ),
    neverTogether((retry?.stopWhen ?? []).filter(isTarget), step, constants),
    ...endTargets(step).map(one => neverCounts({ when: [{ targets: [one] }] }, step, constants, also)),
    neverTogether(unwanted(parsed, step), step, withShape(constants, messageShape(step))),
  ].filter(one => one !== undefined)
}

function isTarget(one: object): one is TargetValidation {
  return 'expectations' in one
}

/** The first validation of a step that can never hold, or never beside the others: the first run tells, too. */
function neverPasses(
  parsed: ParsedSuite,
  facts: Facts,
  step: Step,
  constants: Constants,
): readonly Problem[] {
  if (!mayContradict(step)) return []
  const wanted = wantedAnyway(step, isStatusOpen(step, facts)).filter(one => one.target.kind !== 'variable')
  const met = neverTogether(wanted.map(ofFirstEntry), step, constants)
  if (met === undefined || met.isLikely === true) return []
  const message = `${met.subject} ${met.reason}: the step seems never to pass`
  const more = { severity: 'warning', hint: 'Look at all that is expected of it.' } as const
  return [problemAt(parsed.source, met.span, 'bad-value', message, more)]
}

/** A step that fails takes something out of its answer, too, for the steps that clean up. */
function likely(met: NeverMet | undefined): NeverMet | undefined {
  return met && { ...met, isLikely: true }
}

/** A part of a step with its conditions on what the step itself takes out of the answer, as on that part of the answer. */
function onAnswer<Part extends Conditional>(part: Part, { extracts }: Step): Part {
  const always = extracts.filter(one => !isConditional(one))
  const asTaken = (conditions: readonly AnswerCondition[]): readonly AnswerCondition[] =>
    conditions.map(one => ({ ...one, targets: one.targets.map(asked => whereTaken(asked, always)) }))
  return {
    ...part,
    ...(part.when && { when: asTaken(part.when) }),
    ...(part.unless && { unless: asTaken(part.unless) }),
  }
}

/** The conditions of a list must all be met at once: it is no choice between them. */
function neverTogether(
  targets: readonly TargetValidation[],
  step: Step,
  constants: Constants,
): NeverMet | undefined {
  const plain = targets.filter(one => !isConditional(one))
  return neverCounts({ when: [{ targets: plain }] }, step, constants)
}

/** The routes of mocks, and the replies of talks, whose conditions no request can meet. */
function ofMocks(parsed: ParsedSuite, constants: Constants): readonly Problem[] {
  return parsed.suite.mocks
    .flatMap(({ routes }) => routes.flatMap(routeConditions))
    .flatMap(one => neverCounts(one, { action: '' }, constants) ?? [])
    .map(met => neverProblem(parsed, met))
}

/** The expectations of a message that must not come: where none can meet them, none can come. */
function unwanted({ source }: ParsedSuite, step: Step): readonly TargetValidation[] {
  if (step.input['none'] !== true) return []
  return messageExpectations(step)
    .flatMap(path => buildTargets(valueAt(source.value, path), source, path))
    .filter(isTarget)
}
