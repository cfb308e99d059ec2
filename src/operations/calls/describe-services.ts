import { faultText } from '../../actions/faults/index.ts'
import { settingsFor } from '../../actions/index.ts'
import type { SchemaAnswer, SchemaQuestion } from '../../actions/grpc/describe-grpc.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import type { Failure } from '../../model/result.ts'
import { buildTransport } from '../../parse/build-settings.ts'
import { renderInput } from '../../run/render.ts'
import { hideUrlPasswords } from '../../run/secret-variables.ts'
import { maskUrlPasswords, type Secrets } from '../../secrets/index.ts'
import { renderText } from '../../template/render.ts'
import { type Host, operation, type Preview } from '../operation.ts'
import { previewPrepared, quoted, stepWords } from '../preview.ts'
import { byHand, choice, object, optional, published, text, typed, type ValueOf, whole } from '../schema.ts'
import { type Placed, placed, scopeKeys, setupKey } from '../input-keys.ts'
import { isUnverified, neverUnverified, productionOf } from '../production.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'
import { type ResolvedInput, resolveScope } from '../opening/resolve-scope.ts'
import { commandContext, commandScope } from './command-context.ts'
import { openProject } from '../opening/open-project.ts'
import { prepareCall } from './prepare-call.ts'
import { defined } from '../../util/defined.ts'
import { valueText } from '../../util/value-text.ts'

const describeInput = object({
  question: choice<SchemaQuestion['kind']>(
    ['list', 'describe', 'template'],
    'What is asked: services, or the methods of one; all about a service, method or message; a message to start from',
  ),
  symbol: optional(text('Name of a service, method or message; needed for a template')),
  step: published<JsonObject>(
    'suite.schema.json#/definitions/step-grpc',
    'The keys of a `grpc` step that say where the services are described: `target`, or `proto` or `descriptor-set`, and `tls`, `metadata` and the like',
  ),
  timeout: optional(whole('Milliseconds that the answer may take; 10000 (default)', 1)),
  setup: byHand(setupKey),
  ...scopeKeys,
})

type DescribeInput = Placed<ValueOf<typeof describeInput>>

/** The answer, or why the question could not be carried out. */
const describeAnswer = object({
  answer: optional(
    object(
      {
        text: text('For people: a list, or the text of a .proto file'),
        document: typed<SchemaAnswer['document']>({ description: 'The same for programs' }),
      },
      'The answer',
    ),
  ),
  failure: optional(
    published<Pick<Failure, 'kind' | 'message' | 'hint'>>(
      'report.schema.json#/definitions/failure',
      'Why there is no answer: the server cannot be reached, or does not describe its services',
    ),
  ),
})

/** Reads the services of `.proto` files. */
export const readProto = operation({
  name: 'read-proto',
  permission: 'read',
  summary: 'Lists and describes the services, methods and messages in .proto files or a descriptor set.',
  input: describeInput,
  answer: describeAnswer,
  run: async (input, host) => {
    // Files are read without sending anything.
    if (namesFiles(input.step)) return describe({ ...input, setup: false }, host)
    return usageRefusal('there are no files to read', 'Name them under `proto` or `descriptor-set`.')
  },
})

/** Reads the services that a server describes by reflection. */
export const describeServices = operation({
  name: 'describe-services',
  permission: 'traffic',
  summary: 'Asks a gRPC server what services, methods and messages it has, by reflection.',
  input: describeInput,
  answer: describeAnswer,
  preview: previewAsked,
  run: (input, host) => describe(input, host),
})

/** Tells which server is asked, and what is done before: the setup, and the commands of secrets. */
async function previewAsked(given: ValueOf<typeof describeInput>, host: Host): Promise<Result<Preview>> {
  const input = placed(given, host)
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const prepared = await prepareAsked(input, resolved.value)
  const previewed = previewPrepared(prepared)
  if (!prepared.ok || !previewed.ok) return previewed
  const { secrets } = prepared.value
  const { step } = input
  const target = valueText(step['target'] ?? '')
  const filled = renderText(target, commandScope(input, resolved.value, secrets))
  const place = quoted(maskUrlPasswords(secrets.mask(filled.ok ? filled.value : target)))
  const asked = namesFiles(step) ? `Reads services: ${stepWords(step)}` : `Asks ${place} what services it has`
  return { ok: true, value: { ...previewed.value, sentences: [asked, ...previewed.value.sentences] } }
}

/** True where files say what services there are, and nothing is sent. */
function namesFiles(step: JsonObject): boolean {
  return 'proto' in step || 'descriptor-set' in step
}

async function describe(
  given: ValueOf<typeof describeInput>,
  host: Host,
): Promise<Result<ValueOf<typeof describeAnswer>>> {
  const input = placed(given, host)
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const prepared = await prepareAsked(input, resolved.value)
  if (!prepared.ok) return prepared
  const trusting = isUnverified(input.step) ? productionOf(resolved.value, input).map(neverUnverified) : []
  if (trusting.length > 0) return { ok: false, problems: trusting }
  const described = await openProject(
    prepared.value,
    input,
    host,
    ({ configuration, secrets }, run) => ask(input, { ...resolved.value, configuration }, secrets, run),
    { keepsMasks: namesFiles(input.step) },
  )
  return described.ok ? described.value : described
}

/** Plans a step with the texts of the question, which has the setup in front where they need a variable that it gives. */
async function prepareAsked(input: DescribeInput, resolved: ResolvedInput): Promise<Result<PreparedRun>> {
  const shared = settingsFor('grpc', resolved.configuration.settings)
  const { headers = {}, auth = 'none', transport = {} } = shared
  const asked = { step: input.step, headers, auth, transport }
  return prepareCall({ ...input, step: { set: { asked } }, given: [] })
}

async function ask(
  input: DescribeInput,
  resolved: ResolvedInput,
  secrets: Secrets,
  { interrupt, resources, setup }: RunContext,
): Promise<Result<ValueOf<typeof describeAnswer>>> {
  const [given] = setup?.values() ?? []
  const fromSetup = given?.values ?? {}
  const scope = commandScope({ ...input, variables: { ...fromSetup, ...input.variables } }, resolved, secrets)
  const rendered = render(input, scope, resolved.configuration.settings)
  if (!rendered.ok) return rendered
  hideUrlPasswords(rendered.value.input, secrets.add)
  const { workingFolder, timeout = 10_000 } = input
  const { settings } = rendered.value
  const context = commandContext(
    { workingFolder, timeout, interrupt, settings, secrets, resources },
    resolved,
  )
  const { describeGrpc } = await import('../../actions/grpc/describe-grpc.ts')
  const answer = await describeGrpc(questionOf(input), rendered.value.input, context)
  if (answer.ok) return { ok: true, value: { answer: secrets.maskDeep(answer.value) } }
  const { kind, message, hint } = secrets.maskDeep(faultText(answer.failure))
  const failure = { kind: 'error', message: `${kind}: ${message}` } as const
  return { ok: true, value: { failure: hint === undefined ? failure : { ...failure, hint } } }
}

function questionOf({ question: kind, symbol }: ValueOf<typeof describeInput>): SchemaQuestion {
  if (kind === 'template') return { kind, symbol: symbol ?? '' }
  return defined({ kind, symbol })
}

type Rendered = Extract<ReturnType<typeof renderInput>, { ok: true }>['value']

function render(
  { step, workingFolder }: DescribeInput,
  scope: ReturnType<typeof commandScope>,
  shared: Parameters<typeof settingsFor>[1],
): Result<Rendered> {
  const transport = buildTransport(step, workingFolder) ?? {}
  const rendered = renderInput({ action: 'grpc', input: step, transport }, settingsFor('grpc', shared), scope)
  if (rendered.ok) return rendered
  return { ok: false, problems: rendered.problems.map(({ message, hint }) => usageProblem(message, hint)) }
}
