import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { outdatedWords } from '../../api-description/outdated-words.ts'
import { CallBuilder, type OperationCall, untriedParameter } from '../../contract/live/build-call.ts'
import { givenValues } from '../../contract/live/given-values.ts'
import { negativeCall } from '../../contract/negative/negative-call.ts'
import { NegativeCases } from '../../contract/negative/negative-cases.ts'
import {
  type LeftOperation,
  type OperationChoice,
  idleChoices,
  isRead,
  type SelectedOperations,
  selectOperations,
} from '../../contract/live/select-operations.ts'
import type { IgnoreEntry } from '../../contract/exemptions/ignore-list.ts'
import type { ValueSource } from '../../contract/live/value-sources.ts'
import type { Configuration } from '../../model/configuration.ts'
import { errorProblem, type Problem, type Result, refusal } from '../../model/problem.ts'
import { mapping, text } from '../../util/read-values.ts'
import type { Plan, PlannedSuite } from '../../plan/plan.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import { Secrets } from '../../secrets/index.ts'
import { baseUrlProblem } from '../base-url-problem.ts'
import { hideGivenCredentials } from '../calls/hide-given-credentials.ts'
import type { SecretReader } from '../opening/secret-commands.ts'
import { resolveScope, type ResolvedInput } from '../opening/resolve-scope.ts'
import { valuesOf } from './check-values.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import { loadSpec } from './load-spec.ts'
import { ignoredExchanges, readIgnoreFile } from './read-ignore-file.ts'
import { planCalls } from './plan-calls.ts'
import { defined } from '../../util/defined.ts'
import type { CallOutcome } from '../../contract/live/call-outcome.ts'

/** Everything a check needs before the first request. */
export interface PreparedCheck {
  readonly description: ApiDescription
  readonly configuration: Configuration
  readonly processEnvironment: ResolvedInput['processEnvironment']
  /** The secrets that no output may show, as far as they are known before the first call. */
  readonly secrets: Secrets
  readonly baseUrl: string
  readonly builder: CallBuilder
  /** In the order they are made. */
  readonly calls: readonly OperationCall[]
  readonly left: readonly LeftOperation[]
  /** The suite of the calls; absent when there is none. */
  readonly planned?: PlannedSuite
  readonly ignore: readonly IgnoreEntry[]
  /** The setup to do before the first of them. */
  readonly setup?: Plan['setup']
  readonly warnings: readonly Problem[]
  /** The call that found out where the API is. */
  readonly known?: CallOutcome
}

/** The parts of a check that do not depend on where the API is. */
export interface LoadedCheck {
  readonly resolved: ResolvedInput
  readonly description: ApiDescription
  readonly source: ValueSource
  /** Findings that nobody needs to hear of. */
  readonly ignore: readonly IgnoreEntry[]
  /** The credentials that were typed, and the secrets of a collection. */
  readonly secrets: Secrets
}

/** Reads the description and the values that are given. Secrets of commands are masks in those of a collection, until `withSecretValues`. */
export async function loadContractCheck(
  input: CheckContractInput,
  interrupt: AbortSignal,
): Promise<Result<LoadedCheck>> {
  const impossible = baseUrlProblem(input.baseUrl, /^https?$/i)
  if (impossible !== undefined) return refusal(impossible)
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const description = await loadSpec({ ...input, source: input.spec, interrupt })
  if (!description.ok) return description
  const secrets = givenSecrets(input)
  const source = await valuesOf(input, description.value, interrupt, secrets)
  if (!source.ok) return source
  const ignore = await readIgnoreFile(input, ignoredExchanges)
  if (!ignore.ok) return ignore
  return {
    ok: true,
    value: {
      resolved: resolved.value,
      description: description.value,
      source: source.value,
      ignore: ignore.value,
      secrets,
    },
  }
}

/** The same with the secrets of commands that saved requests have. */
export async function withSecretValues(
  input: CheckContractInput,
  loaded: LoadedCheck,
  interrupt: AbortSignal,
  reader: SecretReader,
): Promise<Result<LoadedCheck>> {
  if (input.collection === undefined) return { ok: true, value: loaded }
  const source = await valuesOf(input, loaded.description, interrupt, loaded.secrets, reader)
  return source.ok ? { ok: true, value: { ...loaded, source: source.value } } : source
}

function givenSecrets({ settings, baseUrl, values }: CheckContractInput): Secrets {
  const secrets = new Secrets()
  hideGivenCredentials({ ...settings, baseUrl }, secrets)
  for (const { name, value } of values) hideGivenCredentials({ query: { [name]: value } }, secrets)
  return secrets
}

/** Chooses operations and builds their requests, which go to `baseUrl`. Nothing is sent. */
export async function prepareContractCheck(
  input: CheckContractInput,
  { resolved, description, source, ignore, secrets }: LoadedCheck,
  baseUrl: string,
): Promise<Result<PreparedCheck>> {
  const { configuration, processEnvironment, warnings } = resolved
  const selected = selectOperations(description.operations, input.choice)
  const idle = idleOptions(input, description, selected)
  if (idle.length > 0) return { ok: false, problems: idle }
  const builder = new CallBuilder(description, source, {
    baseUrl,
    ...(hasPath(input.baseUrl) ? {} : { host: input.baseUrl.replace(/\/+$/, '') }),
    ...sentBySettings(input, configuration),
  })
  const { calls: sound, left } = buildAll(builder, selected.chosen, input.choice)
  const calls = [...sound, ...negativeCalls(sound, builder, description, input)]
  const plan = await planCalls(input, resolved, calls)
  if (!plan.ok) return plan
  const { planned, setup } = plan.value
  if (planned !== undefined) hideOuterSecrets(planned, processEnvironment, secrets)
  return {
    ok: true,
    value: defined({
      description,
      configuration,
      processEnvironment,
      secrets,
      baseUrl,
      builder,
      calls,
      ignore,
      left: [...selected.left, ...left],
      planned,
      setup,
      warnings: [...warnings, ...outdatedWords(input.spec, description), ...plan.value.warnings],
    }),
  }
}

/**
 * Options that fit nothing of what is called: whoever gave them would take the check for one of more than it is. Where
 * they fit, and nothing is called all the same, that is told with the report.
 */
function idleOptions(
  { choice, values }: CheckContractInput,
  description: ApiDescription,
  selected: SelectedOperations,
): readonly Problem[] {
  const code = 'nothing-selected'
  const choices = idleChoices(description, selected, choice).map(({ option, reason, hint }) =>
    errorProblem({
      code,
      message: `${option} selects nothing: ${reason}`,
      hint: hint ?? 'Take it out, or see what there is without it.',
    }),
  )
  if (selected.chosen.length === 0) return choices
  const params = values
    .filter(value => !givenValues([value], selected.chosen).ok)
    .map(({ name }) =>
      errorProblem({
        code,
        message: `--param ${name} is for no operation that is called`,
        hint: 'Look at --operation, --tag, --exclude and --include-writes.',
      }),
    )
  return [...choices, ...params]
}

/** True where a base URL says where on its host the API is. */
export function hasPath(baseUrl: string): boolean {
  return !/^https?:\/\/[^/?#{]+\/*$/i.test(baseUrl)
}

/** The cap counts operations that are called, so that what cannot be built does not use it up. */
function buildAll(
  builder: CallBuilder,
  chosen: readonly Operation[],
  { maxOperations: cap, maxParameters }: OperationChoice,
): { readonly calls: readonly OperationCall[]; readonly left: readonly LeftOperation[] } {
  const calls: OperationCall[] = []
  const left: LeftOperation[] = []
  for (const operation of chosen) {
    if (calls.length >= cap) {
      left.push({
        operation,
        kind: 'capped',
        reason: cap === 1 ? '1 operation is called at most' : `${cap} operations are called at most`,
      })
      continue
    }
    const built = builder.build(operation)
    if (built.ok) calls.push(built.value)
    else left.push({ operation, kind: 'unbuildable', reason: built.problems })
  }
  return { calls: withParameters(builder, calls, maxParameters), left }
}

/**
 * Behind the calls those of reads with one optional parameter more, the first of each operation before the second of any.
 * A parameter of a write is not tried: each request changes something once more.
 */
function withParameters(
  builder: CallBuilder,
  calls: readonly OperationCall[],
  cap: number,
): readonly OperationCall[] {
  if (cap === 0) return calls
  const found = calls.map(call =>
    isRead(call.operation) ? builder.variants(call) : { calls: [], untried: [] },
  )
  const inTurn = found
    .flatMap(({ calls: further }) => further.map((call, turn) => ({ call, turn })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ call }) => call)
  const tried = inTurn.slice(0, cap)
  const over = inTurn.slice(cap)
  const plain = calls.map((call, index) => {
    const ofCall = over.filter(({ operation }) => operation === call.operation)
    const reason =
      cap === 1 ? '1 optional parameter is tried at most' : `${cap} optional parameters are tried at most`
    const capped = ofCall.flatMap(({ parameter }) =>
      parameter === undefined ? [] : [untriedParameter(parameter, reason)],
    )
    return { ...call, untried: [...(found[index]?.untried ?? []), ...capped] }
  })
  return [...plain, ...tried]
}

/** The calls that break a rule each, of the operations that are called. */
function negativeCalls(
  sound: readonly OperationCall[],
  builder: CallBuilder,
  description: ApiDescription,
  { negativeOptions: options }: CheckContractInput,
): readonly OperationCall[] {
  if (options === undefined) return []
  const cases = new NegativeCases(description)
  return sound
    .filter(({ parameter }) => parameter === undefined)
    .flatMap(call => cases.of(call, builder, options))
    .flatMap(one => {
      const built = negativeCall(one, builder, description)
      return built.ok ? [built.value] : []
    })
}

/** Lists the values that the settings send with every request; no value is made up for these. */
function sentBySettings(
  { settings }: CheckContractInput,
  { settings: configured }: Configuration,
): { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> } {
  const auth = settings['auth'] ?? configured.auth
  const key = mapping(mapping(auth)['api-key'])
  const named = [...Object.keys(mapping(settings['headers'])), ...Object.keys(configured.headers ?? {})]
  const [header, query] = [text(key['header']), text(key['query'])]
  return {
    headers: new Set([...named, ...(header === undefined ? [] : [header])].map(name => name.toLowerCase())),
    query: new Set(query === undefined ? [] : [query]),
  }
}
