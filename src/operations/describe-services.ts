import { settingsFor } from '../actions/index.ts'
import type { SchemaAnswer, SchemaQuestion } from '../actions/grpc/describe-grpc.ts'
import { RunResources } from '../actions/resources.ts'
import type { JsonObject } from '../model/json.ts'
import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import { buildTransport } from '../parse/build-settings.ts'
import { renderInput } from '../run/render.ts'
import { Secrets } from '../util/secrets.ts'
import { commandContext, commandScope } from './command-context.ts'
import { resolveSurroundings, type SuiteInput } from './suite-input.ts'

/** What is asked of which gRPC services. */
export interface DescribeInput extends Omit<SuiteInput, 'paths'> {
  readonly question: SchemaQuestion
  /** The keys of a `grpc` step that say where the schema is: `target`, `proto`, `metadata`, `tls` and the like. */
  readonly step: JsonObject
  /** Milliseconds; ten seconds unless said. */
  readonly timeout?: number
}

/** Why there is no answer: exit code 2 for what was asked wrongly, 3 for what could not be carried out. */
export interface DescribeFailure {
  readonly exitCode: 2 | 3
  readonly problems: readonly Problem[]
}

/** Lists and describes gRPC services: the operation behind `apitest grpc list`, `describe` and `template`. */
export async function describeServices(
  input: DescribeInput,
  interrupt: AbortSignal,
): Promise<{ readonly ok: true; readonly value: SchemaAnswer } | ({ readonly ok: false } & DescribeFailure)> {
  const resolved = await resolveSurroundings({ ...input, paths: [] })
  if (!resolved.ok) return { ok: false, exitCode: 2, problems: resolved.problems }
  const secrets = new Secrets()
  const rendered = render(
    input,
    commandScope(input, resolved.value, secrets),
    resolved.value.configuration.settings,
  )
  if (!rendered.ok) return { ok: false, exitCode: 2, problems: rendered.problems }
  const resources = new RunResources()
  const { workingFolder, timeout = 10_000 } = input
  const { settings } = rendered.value
  const context = commandContext(
    { workingFolder, timeout, interrupt, settings, secrets, resources },
    resolved.value,
  )
  try {
    const { describeGrpc } = await import('../actions/grpc/describe-grpc.ts')
    const answer = await describeGrpc(input.question, rendered.value.input, context)
    if (answer.ok) return { ok: true, value: secrets.maskDeep(answer.value) }
    const { kind, message, hint } = secrets.maskDeep(answer.failure)
    return { ok: false, exitCode: 3, problems: [usageProblem(`${kind}: ${message}`, hint)] }
  } finally {
    await resources.close()
  }
}

type Rendered = Extract<ReturnType<typeof renderInput>, { ok: true }>['value']

function render(
  { step, workingFolder }: DescribeInput,
  scope: ReturnType<typeof commandScope>,
  shared: Parameters<typeof settingsFor>[1],
): Result<Rendered> {
  const transport = buildTransport(step, workingFolder) ?? {}
  const rendered = renderInput({ input: step, transport }, settingsFor('grpc', shared), scope)
  if (rendered.ok) return rendered
  return { ok: false, problems: rendered.problems.map(({ message, hint }) => usageProblem(message, hint)) }
}
