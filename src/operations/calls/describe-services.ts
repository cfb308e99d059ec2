import { settingsFor } from '../../actions/index.ts'
import type { SchemaAnswer, SchemaQuestion } from '../../actions/grpc/describe-grpc.ts'
import { RunResources } from '../../actions/resources.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import type { Failure } from '../../model/result.ts'
import { buildTransport } from '../../parse/build-settings.ts'
import { renderInput } from '../../run/render.ts'
import { hideUrlPasswords } from '../../run/secret-variables.ts'
import { Secrets } from '../../secrets/index.ts'
import { commandContext, commandScope } from './command-context.ts'
import { resolveSurroundings, type SuiteInput } from '../suites/suite-input.ts'

/** What is asked of which gRPC services. */
export interface DescribeInput extends Omit<SuiteInput, 'paths'> {
  readonly question: SchemaQuestion
  /** The keys of a `grpc` step that say where the schema is: `target`, `proto`, `metadata`, `tls` and the like. */
  readonly step: JsonObject
  /** Milliseconds; ten seconds unless said. */
  readonly timeout?: number
}

/** Why there is no answer: it was asked wrongly, or the question could not be carried out. */
export type DescribeFailure =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly failure: Pick<Failure, 'kind' | 'message' | 'hint'> }

/** Lists and describes gRPC services: the operation behind `apitest grpc list`, `describe` and `template`. */
export async function describeServices(
  input: DescribeInput,
  interrupt: AbortSignal,
): Promise<{ readonly ok: true; readonly value: SchemaAnswer } | DescribeFailure> {
  const resolved = await resolveSurroundings({ ...input, paths: [] })
  if (!resolved.ok) return resolved
  const secrets = new Secrets()
  const rendered = render(
    input,
    commandScope(input, resolved.value, secrets),
    resolved.value.configuration.settings,
  )
  if (!rendered.ok) return rendered
  hideUrlPasswords(rendered.value.input, secrets)
  const resources = new RunResources()
  const { workingFolder, timeout = 10_000 } = input
  const { settings } = rendered.value
  const context = commandContext(
    { workingFolder, timeout, interrupt, settings, secrets, resources },
    resolved.value,
  )
  try {
    const { describeGrpc } = await import('../../actions/grpc/describe-grpc.ts')
    const answer = await describeGrpc(input.question, rendered.value.input, context)
    if (answer.ok) return { ok: true, value: secrets.maskDeep(answer.value) }
    const { kind, message, hint } = secrets.maskDeep(answer.failure)
    const told = { kind: 'error', message: `${kind}: ${message}` } as const
    return { ok: false, failure: hint === undefined ? told : { ...told, hint } }
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
