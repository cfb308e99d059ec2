import type { ContractCheck } from '../../model/contract-check.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import type { Result } from '../../model/problem.ts'
import type { Plan } from '../../plan/plan.ts'
import { keepContractCheck } from '../../store/contract-checks.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import type { RunContext } from '../../run/run-context.ts'
import { defined } from '../../util/defined.ts'
import { plural } from '../../util/quantity.ts'
import { openProject } from '../opening/open-project.ts'
import { previewPlan, quoted } from '../preview.ts'
import { productionOf, unaskedChanges } from '../production.ts'
import { type Host, operation, type Preview } from '../operation.ts'
import { isUrl } from '../../util/is-url.ts'
import { SecretReader } from '../opening/secret-commands.ts'
import { resolveScope } from '../opening/resolve-scope.ts'
import { problemsSchema } from '../problems-schema.ts'
import { object, optional, published, text, type ValueOf, whole } from '../schema.ts'
import { type CheckContractInput, checkInput, contractCheckInput } from './contract-check-input.ts'
import { brokenOperations, nothingCalled, nothingFound } from './contract-check-problems.ts'
import { atBase } from './prepare-at-base.ts'
import {
  loadContractCheck,
  type PreparedCheck,
  prepareContractCheck,
  withSecretValues,
} from './prepare-contract-check.ts'
import { runContractCheck } from './run-contract-check.ts'

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
  tell: async ({ check: report }) => {
    const { checkTable } = await import('../../report/contract/check-table.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    return checkTable(report, palette(false)).trimEnd().split('\n')
  },
  preview: (given, host) => preview(contractCheckInput(given, host), host),
  run: (input, host) => check(contractCheckInput(input, host), host),
})

/** A description at a URL is not read before that is allowed: what is in it is not known until then. */
async function preview(given: CheckContractInput, { interrupt }: Host): Promise<Result<Preview>> {
  const input = { ...given, spec: maskUrlCredentials(given.spec) }
  if (isUrl(given.spec)) {
    const resolved = await resolveScope(given)
    if (!resolved.ok) return resolved
    const writes = given.choice.includeWrites ? 'all kinds of operations' : 'operations that only read'
    const most = plural(given.choice.maxOperations, 'operation')
    const sentences = [
      `Reads the description ${quoted(input.spec)}`,
      `Calls ${most} at most at ${quoted(maskUrlCredentials(given.baseUrl))}: ${writes}`,
      ...negativeSentence(given),
    ]
    const production = given.choice.includeWrites ? productionOf(resolved.value, given) : []
    return { ok: true, value: { sentences, production } }
  }
  const loaded = await loadContractCheck(given, interrupt)
  if (!loaded.ok) return loaded
  const prepared = await prepareContractCheck(input, loaded.value, given.baseUrl)
  if (!prepared.ok) return prepared
  const { planned, setup, calls, secrets, configuration, processEnvironment, warnings } = prepared.value
  if (planned === undefined) return { ok: true, value: { sentences: ['Calls nothing'], production: [] } }
  const plan = defined({ setup, suites: [planned], steps: calls.length, leftOut: [] })
  const { sentences, ...others } = previewPlan({ plan, configuration, processEnvironment, warnings, secrets })
  const operations = new Set(calls.map(({ operation }) => operation)).size
  const called = `Calls ${plural(operations, 'operation')} of ${quoted(input.spec)}`
  return { ok: true, value: { ...others, sentences: [called, ...negativeSentence(given), ...sentences] } }
}

function negativeSentence({ negativeOptions }: CheckContractInput): readonly string[] {
  if (negativeOptions === undefined) return []
  const most = plural(negativeOptions.most, 'request')
  return [`Sends for each of them ${most} at most that its description does not allow`]
}

async function check(given: CheckContractInput, host: Host): Promise<Result<ValueOf<typeof checkAnswer>>> {
  const loaded = await loadContractCheck(given, host.interrupt)
  if (!loaded.ok) return loaded
  // From here on it is only called by its name.
  const input = { ...given, spec: maskUrlCredentials(given.spec) }
  const baseUrl = input.baseUrl.replace(/\/+$/, '')
  const literal = await prepareContractCheck(input, loaded.value, baseUrl)
  if (!literal.ok) return literal
  // No command of a collection runs before this is known.
  const unasked = unaskedChanges({ ...literal.value, plan: planOf(literal.value) }, input)
  if (unasked.length > 0) return { ok: false, problems: unasked }
  const reader = new SecretReader(host.interrupt)
  const valued = await withSecretValues(given, loaded.value, host.interrupt, reader)
  if (!valued.ok) return valued
  const prepared =
    valued.value === loaded.value ? literal : await prepareContractCheck(input, valued.value, baseUrl)
  if (!prepared.ok) return prepared
  const whole = { ...prepared.value, plan: planOf(prepared.value) }
  const work = async (filled: typeof whole, prior: RunContext): ReturnType<typeof answerOf> => {
    const { configuration, plan: own } = filled
    const known = { ...filled, ...defined({ planned: own.suites[0], setup: own.setup }) }
    const around = { ...valued.value, resolved: { ...valued.value.resolved, configuration } }
    const found = await atBase(input, around, known, prior)
    return found.ok ? answerOf(input, found.value, host, prior) : found
  }
  const checked = await openProject(whole, input, host, work, { reader })
  return checked.ok ? checked.value : checked
}

function planOf({ planned, setup }: PreparedCheck): Pick<Plan, 'suites' | 'setup'> {
  return defined({ suites: planned === undefined ? [] : [planned], setup })
}

async function answerOf(
  input: CheckContractInput,
  prepared: PreparedCheck,
  host: Host,
  run: RunContext,
): Promise<Result<ValueOf<typeof checkAnswer>>> {
  const { configuration, description, warnings } = prepared
  const { check, exitCode, warnings: idle } = await runContractCheck(input, prepared, host, run)
  const kept = await keepContractCheck(configuration.directory, check)
  const unread = brokenOperations(description, input)
  const isWhole = unread.every(({ severity }) => severity === 'warning')
  const value = {
    exitCode: worstExitCode([exitCode, kept.ok && isWhole ? 0 : 2]),
    check,
    ...(kept.ok ? { file: kept.value } : {}),
    problems: [
      ...warnings,
      ...idle,
      ...unread,
      ...nothingCalled(check, description),
      ...nothingFound(check),
      ...(kept.ok ? [] : kept.problems),
    ],
  }
  return { ok: true, value }
}
