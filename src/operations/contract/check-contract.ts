import path from 'node:path'
import type { ApiDescription, BrokenOperation } from '../../api-description/api-description.ts'
import { misspeltPaths } from '../../api-description/misspelt-paths.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { CheckRecorder, checkSummary } from '../../contract/live/check-recorder.ts'
import { OperationPlaces } from '../../contract/live/operation-places.ts'
import { type CallOutcome, runCalls } from '../../contract/live/run-calls.ts'
import { usualCap, usualParameterCap, wouldBeCalled } from '../../contract/live/select-operations.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ContractCheck, NotCalled } from '../../model/contract-check.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import type { RunContext } from '../../run/run-context.ts'
import { keepContractCheck } from '../../store/contract-checks.ts'
import { Secrets, maskUrlCredentials } from '../../secrets/index.ts'
import { callContext } from '../calls/call-context.ts'
import { scopeKeys } from '../calls/call-keys.ts'
import { type Host, operation, workspaceOf } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { flag, list, object, optional, published, text, typed, type ValueOf, whole } from '../schema.ts'
import { allowKey } from '../suites/suite-keys.ts'
import { isUrl, readFileText } from '../convert/read-source.ts'
import { hideGivenCredentials } from '../calls/hide-given-credentials.ts'
import { prepareAtBase } from './prepare-at-base.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import { loadContractCheck, type PreparedCheck } from './prepare-contract-check.ts'

const checkInput = object({
  baseUrl: text('Where the API is, such as http://127.0.0.1:4010'),
  spec: text('OpenAPI or Swagger document, file or URL'),
  tags: optional(list(text('A tag'), 'Operations with one of these tags only')),
  operations: optional(
    list(text('An operation'), 'These operations only: operationId, "GET /users/{id}", or a pattern with *'),
  ),
  exclude: optional(list(text('An operation'), 'All but these operations, written the same way')),
  includeWrites: optional(flag('Call operations that may change data, too; DELETE comes last')),
  maxOperations: optional(whole(`Operations to call at most (${usualCap} unless said)`, 1)),
  maxParameters: optional(
    whole(
      `Optional parameters to try at most, each in one more request (${usualParameterCap} unless said; 0: none)`,
      0,
    ),
  ),
  values: optional(
    list(
      object({
        name: text('id, or getUser.id of one operation'),
        value: typed<JsonValue>({ description: 'Its value, of any type' }),
      }),
      'Values of parameters; those of a later one win',
    ),
  ),
  valuesFile: optional(text('YAML or JSON file of values, by parameter or by operation')),
  collection: optional(text('Saved collection whose requests give values')),
  settings: optional(
    published<JsonObject>(
      'suite.schema.json#/definitions/settings',
      'Credentials, headers and transport of every request, as under `settings` of a suite',
    ),
  ),
  allow: allowKey,
  ...scopeKeys,
})

const checkAnswer = object({
  exitCode: whole(
    '0 all is as described; 1 something is not; 2 nothing was checked; 3 the API was not reached; 130 interrupted',
  ),
  check: published<ContractCheck>('contract-check.schema.json', 'The report; secrets are masked'),
  file: optional(text('Absolute path of the report')),
  problems: problemsSchema,
})

/** Calls the operations of a description and holds every exchange against it. */
export const checkContract = operation({
  name: 'check-contract',
  permission: 'traffic',
  summary: 'Calls the operations of an API description, and holds every answer to it.',
  input: checkInput,
  answer: checkAnswer,
  run: (input, host) => check(toldOf(input, host), host),
})

/** What the parts of a check are told. */
function toldOf(input: ValueOf<typeof checkInput>, host: Host): CheckContractInput {
  const { tags, operations, exclude, includeWrites, maxOperations, maxParameters, ...others } = input
  const { values = [], settings = {}, variables = {} } = others
  return {
    ...others,
    ...workspaceOf(host),
    choice: {
      tags: tags ?? [],
      operations: operations ?? [],
      exclude: exclude ?? [],
      includeWrites: includeWrites === true,
      maxOperations: maxOperations ?? usualCap,
      maxParameters: maxParameters ?? usualParameterCap,
    },
    values,
    settings,
    variables,
    given: host.words?.settings ?? [],
  }
}

async function check(given: CheckContractInput, host: Host): Promise<Result<ValueOf<typeof checkAnswer>>> {
  const loaded = await loadContractCheck(given, new AbortController().signal)
  if (!loaded.ok) return loaded
  // From here on it is only called by its name.
  const input = { ...given, spec: maskUrlCredentials(given.spec) }
  const secrets = new Secrets()
  hideGivenCredentials({ ...input.settings, baseUrl: input.baseUrl }, secrets)
  for (const { name, value } of input.values) hideGivenCredentials({ query: { [name]: value } }, secrets)
  const prepared = await prepareAtBase(input, loaded.value, host.interrupt, secrets)
  if (!prepared.ok) return prepared
  const { configuration, warnings } = prepared.value
  const { check, exitCode } = await callAll(input, prepared.value, host, secrets)
  const kept = await keepContractCheck(configuration.directory, check)
  const unread = brokenOperations(prepared.value.description, input)
  const isWhole = unread.every(({ severity }) => severity === 'warning')
  const value = {
    exitCode: worstExitCode([exitCode, kept.ok && isWhole ? 0 : 2]),
    check,
    ...(kept.ok ? { file: kept.value } : {}),
    problems: [
      ...warnings,
      ...unread,
      ...nothingCalled(check, prepared.value.description),
      ...nothingFound(check),
      ...(kept.ok ? [] : kept.problems),
    ],
  }
  return { ok: true, value }
}

/** Makes the calls, and tells of them. */
async function callAll(
  input: CheckContractInput,
  prepared: PreparedCheck,
  host: Host,
  secrets: Secrets,
): Promise<{ readonly check: ContractCheck; readonly exitCode: number }> {
  const { description, baseUrl } = prepared
  const { interrupt } = host
  const workers = prepared.configuration.workers ?? 4
  const places = placesOf(input)
  const recorder = new CheckRecorder({
    spec: input.spec,
    title: description.title,
    calls: prepared.calls.filter(({ parameter }) => parameter === undefined).length,
    workers,
    secrets,
    placeOf: operation => places.of(operation),
    emit: event => host.emit?.(event),
  })
  await makeCalls(prepared, { ...callContext(prepared, { interrupt, secrets }), workers }, recorder)
  leaveTheRest(prepared, interrupt, recorder)
  const operations = description.operations.flatMap(operation => recorder.of(operation) ?? [])
  const exitCode = exitCodeOf(recorder, interrupt)
  const duration = recorder.end(exitCode, interrupt.aborted)
  const check: ContractCheck = {
    version: 1,
    spec: input.spec,
    title: description.title,
    baseUrl: secrets.mask(baseUrl.replace(/\/\/[^/@]*@/, '//***@')),
    startedAt: recorder.startedAt,
    duration: Math.round(duration),
    summary: checkSummary(operations),
    operations,
  }
  return { check, exitCode }
}

async function makeCalls(
  prepared: PreparedCheck,
  context: RunContext,
  recorder: CheckRecorder,
): Promise<void> {
  const { planned, calls, processEnvironment } = prepared
  if (planned === undefined) return
  hideOuterSecrets(planned, processEnvironment, context.secrets)
  const ended = (outcome: CallOutcome): void => {
    recorder.ended(outcome)
  }
  try {
    await runCalls(calls, { ...prepared, planned, context, ended })
  } finally {
    await context.resources.close()
  }
}

/** Tells of the operations that were not called: those that were never reached, and those that were left out. */
function leaveTheRest({ calls, left }: PreparedCheck, interrupt: AbortSignal, recorder: CheckRecorder): void {
  const reason = interrupt.aborted ? 'the check was interrupted' : 'the first calls did not reach the API'
  for (const { operation } of calls)
    if (recorder.of(operation) === undefined) recorder.left({ operation, kind: 'stopped', reason })
  for (const one of left) recorder.left(one)
}

/** A check in which nothing was called tells no one that all is well. */
function exitCodeOf({ counts }: CheckRecorder, interrupt: AbortSignal): number {
  return worstExitCode([
    interrupt.aborted ? 130 : 0,
    counts.errored > 0 ? 3 : 0,
    counts.failed > 0 ? 1 : 0,
    counts.passed + counts.failed + counts.errored === 0 ? 2 : 0,
  ])
}

/** Where operations are written; a document of the network has no lines here. */
function placesOf({ spec, workingFolder }: CheckContractInput): OperationPlaces {
  if (isUrl(spec))
    return new OperationPlaces(
      path.join(workingFolder, path.posix.basename(spec.replace(/[?#].*$/s, ''))),
      '',
    )
  const file = path.resolve(workingFolder, spec)
  const read = readFileText(file, spec)
  return new OperationPlaces(file, read.ok ? read.value : '')
}

/** Operations of the description that cannot be read, and so are not among the others; an error where one would be called. */
function brokenOperations(
  { broken }: ApiDescription,
  { spec, choice }: CheckContractInput,
): readonly Problem[] {
  return broken.map(one => ({
    code: 'malformed-description',
    severity: wouldBeCalled(one, choice) ? 'error' : 'warning',
    message: `${spec}: ${nameOfBroken(one)} cannot be checked: ${one.reason}`,
    hint: 'Mend the description.',
  }))
}

function nameOfBroken({ method, path: written }: BrokenOperation): string {
  if (!written.startsWith('/')) return `path "${written}"`
  return method === undefined ? written : operationKey({ method, path: written })
}

/** A check of nothing must not pass. */
function nothingCalled(
  { summary, operations }: ContractCheck,
  description: ApiDescription,
): readonly Problem[] {
  const isTried = operations.some(({ notCalled }) => notCalled === 'stopped' || notCalled === 'unending')
  if (summary.called > 0 || isTried) return []
  const count = (kind: NotCalled): number => operations.filter(({ notCalled }) => notCalled === kind).length
  const message = operations.length === 0 ? 'the description has no operations' : 'no operation was called'
  const misspelt = operations.length === 0 ? misspeltPaths(description) : undefined
  const hint =
    misspelt ??
    (count('unbuildable') > 0
      ? 'Give the values that could not be built with --param or --params.'
      : count('writes') > 0
        ? `${count('writes')} may change data: --include-writes calls them, too.`
        : 'Look at --tag, --operation and --exclude.')
  return [errorProblem({ code: 'nothing-selected', message, hint })]
}

/** Refusals that are documented are right answers, but say nothing of the API behind them: at a wrong base all are 404. */
function nothingFound({ summary, operations, baseUrl }: ContractCheck): readonly Problem[] {
  const statuses = operations.flatMap(({ status }) => (status === undefined ? [] : [status]))
  if (summary.failed + summary.errored > 0 || statuses.length === 0) return []
  if (statuses.some(status => status < 400)) return []
  const all = [...new Set(statuses)].sort().join(' or ')
  const message = `no operation was answered with a success: ${all} from all ${statuses.length} that were called`
  const isRefused = statuses.every(status => status === 401 || status === 403)
  const hint = isRefused
    ? 'Give credentials, such as -H "Authorization: Bearer …".'
    : `Is ${baseUrl} the address that the paths of the description begin at? Values for paths come with --param.`
  return [{ ...errorProblem({ code: 'nothing-selected', message, hint }), severity: 'warning' }]
}
