import path from 'node:path'
import { factsOf } from '../actions/index.ts'
import type { ProductionMark } from '../model/configuration.ts'
import { callbacksOf, type Mock } from '../model/mock.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import { type Step, withGrouped } from '../model/suite.ts'
import { type Plan, type PlannedSuite, withSetup } from '../plan/plan.ts'
import { plural } from '../util/quantity.ts'
import { mapping } from '../util/read-values.ts'
import type { ScopeInput } from './input-keys.ts'
import { environmentOf } from './opening/outer-options.ts'
import type { PreparedRun } from './opening/prepared-run.ts'
import type { ResolvedInput } from './opening/resolve-scope.ts'

/** The part of an input that says that what it does in production is meant. */
export interface ProductionInput {
  readonly production?: boolean | undefined
}

/**
 * Why no load is put on a plan: it would be in production, and the call does not say that this is meant. A suite that another
 * one uses runs in the environment of that one, whatever its own `environment` says.
 */
export function unaskedProduction(
  { suites }: Pick<Plan, 'suites'>,
  input: ProductionInput,
): readonly Problem[] {
  return [...unverified({ suites }), ...unaskedSending(productionIn({ suites }), input)]
}

/** Why nothing is sent, whatever that would be: it would be to production, and the call does not say that this is meant. */
export function unaskedSending(marks: readonly ProductionMark[], input: ProductionInput): readonly Problem[] {
  return input.production === true ? [] : marks.map(mark => notMeant(mark, 'nothing is sent there unasked'))
}

/** The environments marked as production that a plan runs in, each once. */
export function productionIn({ suites }: Pick<Plan, 'suites'>): readonly ProductionMark[] {
  return distinct(suites.flatMap(({ values }) => values.environment.production ?? []))
}

/** Why a plan is not run: it would change data in production, and the call does not say that this is meant. Secrets are masked. */
export function unaskedChanges(
  { plan, secrets }: Pick<PreparedRun, 'secrets'> & { readonly plan: Pick<Plan, 'suites' | 'setup'> },
  input: ProductionInput,
): readonly Problem[] {
  const touched = input.production === true ? [] : changedProduction(plan)
  const unasked = touched.flatMap(mark => {
    const inside = withSetup(plan).filter(({ values }) => values.environment.production === mark)
    const steps = [...new Set(inside.flatMap(changing))].filter(({ safe }) => safe !== true)
    return steps.length > 0 || inside.some(handsOnItself)
      ? [notMeant(mark, 'no data is changed there unasked', steps)]
      : []
  })
  return secrets.maskDeep([...unverified(plan), ...unasked])
}

/** Why no command is run: it would be in production, and the call does not say that this is meant. */
export function unaskedCommand(marks: readonly ProductionMark[], input: ProductionInput): readonly Problem[] {
  if (input.production === true) return []
  return marks.map(mark => notMeant(mark, 'no command is run there unasked'))
}

/** True where mocks hand on to a server behind them what they are asked, whatever it changes there. */
export function handsOn(mocks: readonly Mock[]): boolean {
  return mocks.some(({ proxy }) => proxy !== undefined)
}

/** Why mocks hand nothing on: it would be to production, and the call does not say that this is meant. */
export function unaskedHanding(marks: readonly ProductionMark[], input: ProductionInput): readonly Problem[] {
  if (input.production === true) return []
  return distinct(marks).map(mark => notMeant(mark, 'no mock hands requests on there unasked'))
}

/** The mark of the environment that a call in no suite has; none, or one. */
export function productionOf(
  { configuration }: Pick<ResolvedInput, 'configuration'>,
  input: Pick<ScopeInput, 'environment'>,
): readonly ProductionMark[] {
  const { production } = environmentOf({}, input, configuration)
  return production === undefined ? [] : [production]
}

/** Why a plan is run by nobody: in production it would trust whoever answers. */
function unverified(plan: Pick<Plan, 'suites' | 'setup'>): readonly Problem[] {
  return distinct(
    withSetup(plan).flatMap(planned => {
      const mark = planned.values.environment.production
      return mark !== undefined && trustsAnybody(planned) ? [mark] : []
    }),
  ).map(neverUnverified)
}

/** Says that whoever answers in production has to prove who it is. */
export function neverUnverified(mark: ProductionMark): Problem {
  return errorProblem({
    code: 'unverified-tls',
    message: `${productionName(mark)} is marked as production, so certificates are always verified there`,
    span: mark.span,
    hint: 'Trust the authority with "ca", and leave "verify" and -k out.',
  })
}

/** True where settings of transport, or a step, say that certificates are not verified; a placeholder may say so, too. */
export function isUnverified(transport: JsonObject | undefined): boolean {
  const { verify = true } = mapping(transport?.['tls'])
  return verify !== true
}

function trustsAnybody(planned: PlannedSuite): boolean {
  return (
    [planned.settings, ...usedSettings(planned)].some(({ transport }) => isUnverified(transport)) ||
    stepsOf(planned).some(({ transport, input }) => isUnverified(transport) || isUnverified(input))
  )
}

function usedSettings({ loaded }: Pick<PlannedSuite, 'loaded'>): readonly Settings[] {
  return [...loaded.uses.values()].map(({ suite }) => suite.settings)
}

/**
 * The environments marked as production in which a plan would change data, each once: by the look of its steps, because whoever
 * is asked for leave trusts no step that says of itself that it is safe.
 */
export function changedProduction(plan: Pick<Plan, 'suites' | 'setup'>): readonly ProductionMark[] {
  return distinct(
    withSetup(plan).flatMap(planned => {
      const mark = planned.values.environment.production
      return mark !== undefined && isChanging(planned) ? [mark] : []
    }),
  )
}

function isChanging(planned: PlannedSuite): boolean {
  return handsOnItself(planned) || changing(planned).length > 0
}

function handsOnItself({ loaded }: PlannedSuite): boolean {
  return handsOn(loaded.suite.mocks)
}

/** The steps that may change data. Scripts and headers of the settings belong to all requests below them. */
function changing(planned: PlannedSuite): readonly Step[] {
  const hasScripts = planned.settings.scripts !== undefined
  const settings = [planned.settings, ...usedSettings(planned)]
  const headers = mapping(Object.assign({}, ...settings.map(one => one.headers)))
  return stepsOf(planned).filter(
    step =>
      changesData({ ...step, input: withHeaders(step, headers) }) ||
      (hasScripts && factsOf(step.action).runsSharedScripts === true),
  )
}

function withHeaders({ action, input }: Step, headers: JsonObject): JsonObject {
  if (factsOf(action).sendsRequests !== true) return input
  return { ...input, headers: { ...headers, ...mapping(input['headers']) } }
}

/** All steps that run with a suite: those of the suites that it uses, too, and what its mocks do. */
function stepsOf(planned: PlannedSuite): readonly Step[] {
  const own = withGrouped([...planned.steps, ...planned.after].map(({ step }) => step))
  return [...own, ...besides(planned)]
}

/** The steps that run with a suite and are not its own: those of the suites that it uses, and what its mocks do. */
export function besides({ loaded }: Pick<PlannedSuite, 'loaded'>): readonly Step[] {
  const used = [...loaded.uses.values()].flatMap(({ suite }) => withGrouped([...suite.steps, ...suite.after]))
  return [...used, ...callbacksOf(loaded.suite.mocks).flatMap(callback => callback.steps)]
}

/** True where a step may change data where it is sent. A command and a script may do anything. */
export function changesData({ action, input, scripts }: Pick<Step, 'action' | 'input' | 'scripts'>): boolean {
  const { changesData: changes, commandKey = '' } = factsOf(action)
  return changes?.(input) === true || input[commandKey] !== undefined || scripts !== undefined
}

function distinct(marks: readonly ProductionMark[]): readonly ProductionMark[] {
  return [...new Set(marks)]
}

const meant = 'Where you mean it, add --production.'

function notMeant(mark: ProductionMark, why: string, steps: readonly Step[] = []): Problem {
  const [first] = steps
  const others = steps.length > 1 ? ` and ${plural(steps.length - 1, 'more step')}` : ''
  const by = first === undefined ? '' : `: ${placeOf(first)}${others} may change some`
  return errorProblem({
    code: 'production-unasked',
    message: `${productionName(mark)} is marked as production, so ${why}${by}`,
    span: mark.span,
    hint:
      first === undefined
        ? meant
        : `${meant} A step that changes nothing, such as a login, says \`safe: true\`.`,
  })
}

/** A step as it is found: "Log in" (sign-in.apitest.yaml:5); one of a command line has no place. */
function placeOf({ name, span: { file, start } }: Step): string {
  const place = path.basename(file)
  return place === 'command line' ? `"${name}"` : `"${name}" (${place}:${start.line})`
}

/** Names an environment that is marked as production: the environment "live" of Shop. */
export function productionName({ name, span, collection }: ProductionMark): string {
  const owner = collection === undefined ? '' : ` of ${collection}`
  return span === undefined
    ? `in .tool/api-collections.json, the environment "${name}"${owner}`
    : `the environment "${name}"`
}
