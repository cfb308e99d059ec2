import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { BorrowedValues } from '../../pact/generate/borrowed-values.ts'
import { NeededStates } from '../../pact/generate/needed-states.ts'
import { interactionOf, type Made, type MadeInteraction } from '../../pact/generate/interaction-of.ts'
import { type PactHead, pactDocument } from '../../pact/generate/pact-document.ts'
import { placeOf } from '../../report/text/place.ts'
import { type Host, operation } from '../operation.ts'
import { list, object, type ObjectOf, optional, text, typed, type ValueOf, whole } from '../schema.ts'
import { placed, suiteKeys } from '../input-keys.ts'
import { defined } from '../../util/defined.ts'
import { readExistingPact, writePact } from './pact-on-disk.ts'
import { recordedInReport, recordedInRun, type Recorded } from './recorded-steps.ts'

const pactKeys = {
  consumer: text('Name of who asks'),
  provider: text('Name of who answers'),
  version: optional(
    typed<PactHead['version']>({
      ...whole('Version of the specification: 2, 3 or 4; 4 unless said', 2),
      maximum: 4,
    }),
  ),
  output: optional(text('Folder, or file that ends in .json; pacts/ unless said')),
  baseUrl: optional(text('Where the provider is; without it, the first address that anything was sent to')),
} as const

const pactAnswer = object({
  file: text('The pact, relative to the working folder'),
  interactions: whole('How many interactions it has'),
  notes: list(text('A sentence'), 'What was left out and why, and what else there is to know'),
  exitCode: whole('What came of the run; 0 for a report'),
})

type GenerateAnswer = ValueOf<typeof pactAnswer>

/** Whose exchanges a pact is made of, and who it is between. */
interface GenerateInput extends PactHead {
  readonly baseUrl?: string
  readonly output: string
  readonly workingFolder: string
}

/** Makes a pact of what a run sent and got, as its report tells it. */
export const generatePact = operation({
  name: 'generate-pact',
  permission: 'project',
  summary: 'Makes a pact of the exchanges in the JSON report of a run; nothing is sent.',
  input: object({ report: text('JSON report of a run to take the exchanges from'), ...pactKeys }),
  answer: pactAnswer,
  async run({ report, ...pact }, host) {
    return writePactOf(recordedInReport(path.resolve(host.workingFolder, report)), pact, host)
  },
})

/** Runs suites, and makes a pact of what they sent and got. */
export const recordPact = operation({
  name: 'record-pact',
  permission: 'traffic',
  summary: 'Runs suites, or saved requests and folders, and makes a pact of what they sent and got.',
  input: object({ ...suiteKeys, ...pactKeys }),
  answer: pactAnswer,
  async run({ consumer, provider, version, output, baseUrl, ...given }, host) {
    const variables = defined({ ...given.variables, baseUrl })
    const recorded = await recordedInRun(placed({ ...given, variables }, host), host)
    const pact = { consumer, provider, ...defined({ version, output, baseUrl }) }
    return writePactOf(recorded, pact, host)
  },
})

async function writePactOf(
  recorded: Result<Recorded>,
  pact: ObjectOf<typeof pactKeys>,
  { workingFolder }: Host,
): Promise<Result<GenerateAnswer>> {
  if (!recorded.ok) return recorded
  const input = { version: 4 as const, output: 'pacts', ...pact, workingFolder }
  const { interactions, notes } = madeOf(recorded.value, input)
  if (interactions.length === 0) return { ok: false, problems: [nothingMade(notes)] }
  const file = fileFor(input)
  const before = readExistingPact(file, input)
  if (!before.ok) return before
  const document = pactDocument(input, interactions, before.value)
  const unwritten = await writePact(file, document)
  if (unwritten.length > 0) return { ok: false, problems: unwritten }
  const written = (document['interactions'] ?? []) as readonly JsonObject[]
  return {
    ok: true,
    value: {
      file: path.relative(workingFolder, file) || file,
      interactions: written.length,
      notes,
      exitCode: recorded.value.exitCode,
    },
  }
}

function fileFor({ output, workingFolder, consumer, provider }: GenerateInput): string {
  const place = path.resolve(workingFolder, output)
  if (place.endsWith('.json')) return place
  return path.join(place, `${fileName(consumer)}-${fileName(provider)}.json`)
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^\.+/, '')
}

function madeOf(
  { steps }: Recorded,
  { baseUrl, version, workingFolder }: GenerateInput,
): { readonly interactions: readonly MadeInteraction[]; readonly notes: readonly string[] } {
  const origin =
    originOf(baseUrl) ?? steps.map(({ step }) => originOf(step.exchange?.request.url)).find(Boolean)
  const all = steps.map(({ suite, step }) => ({ suite, step, made: makeOf(step, origin) }))
  const needs = new NeededStates(
    all.flatMap(sentBy).filter(({ step }) => originOf(step.exchange?.request.url) === origin),
    step => `"${step.name}" (${placeOf(step.span, workingFolder)})`,
  )
  const borrowed = new BorrowedValues()
  const unsure: StepResult[] = []
  const notes = all.flatMap(({ suite, step, made }) => {
    const missing = made.kind === 'made' ? borrowed.missing(made.interaction, suite) : []
    const alone = made.kind === 'made' && missing.length === 0 ? needs.of(step) : missing
    if (made.kind === 'made' && alone.length === 0 && needs.isUnsure(step)) unsure.push(step)
    const name = `${placeOf(step.span, workingFolder)} "${step.name}"`
    const told =
      made.kind === 'left-out'
        ? [`${name} is left out: ${made.reason}`]
        : [
            ...made.notes,
            ...(version === 2 ? droppedParameters(made.interaction) : []),
            ...alone.map(why => `it cannot be verified as it is: ${why}`),
            ...borrowed.credentials(step),
          ].map(note => `${name}: ${note}`)
    borrowed.add(step, suite)
    return told
  })
  return {
    interactions: all.flatMap(({ made }) => (made.kind === 'made' ? [made.interaction] : [])),
    notes: [...notes, ...unsureNotes(unsure)],
  }
}

/** A step, and the requests that its scripts sent, of which no interactions are made. */
function sentBy(one: { readonly step: StepResult; readonly made: Made }): readonly (typeof one)[] {
  const made: Made = { kind: 'left-out', reason: 'a script sent it' }
  return [one, ...(one.step.steps ?? []).map(step => ({ step, made }))]
}

/** Nothing speaks against these, and nothing for them. */
function unsureNotes(steps: readonly StepResult[]): readonly string[] {
  if (steps.length === 0) return []
  const names = [...new Set(steps.map(({ name }) => `"${name}"`))]
  const shown = [
    ...names.slice(0, mostNames),
    ...(names.length > mostNames ? [`${names.length - mostNames} more`] : []),
  ]
  return [
    `${shown.join(', ')}: no provider state is named, and each changes the provider or comes after steps that do; ` +
      'see that they hold by themselves, or name a `provider-state`',
  ]
}

const mostNames = 10

/** Version 2 has one provider state, which is a text. */
function droppedParameters({ states }: MadeInteraction): readonly string[] {
  return states.flatMap(({ name, params }) => {
    const names = Object.keys(params)
    return names.length === 0
      ? []
      : [
          `version 2 has no parameters of provider states: ${names.join(', ')} of "${name}" is left out; write version 3 or 4`,
        ]
  })
}

function makeOf(step: StepResult, origin: string | undefined): Made {
  if (step.outcome !== 'passed') return { kind: 'left-out', reason: `it ${step.outcome}` }
  if (step.action !== 'request') return { kind: 'left-out', reason: `${step.action} is no HTTP request` }
  const url = step.exchange?.request.url
  if (url !== undefined && originOf(url) !== origin)
    return { kind: 'left-out', reason: `it goes to another address than ${origin ?? 'the provider'}` }
  return interactionOf(step)
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
}

function nothingMade(notes: readonly string[]): Problem {
  const [first] = notes
  return errorProblem({
    code: 'nothing-selected',
    message: 'nothing was recorded that a pact could be made of',
    hint: first === undefined ? 'Name suites whose steps pass.' : `The first reason is that ${first}.`,
  })
}
