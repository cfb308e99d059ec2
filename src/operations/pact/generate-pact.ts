import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { BorrowedValues } from '../../pact/generate/borrowed-values.ts'
import { interactionOf, type Made, type MadeInteraction } from '../../pact/generate/interaction-of.ts'
import { type PactHead, pactDocument } from '../../pact/generate/pact-document.ts'
import { readExistingPact, writePact } from './pact-on-disk.ts'
import { recordedInReport, recordedInRun, type Recorded } from './recorded-steps.ts'

/** Whose exchanges a pact is made of, and who it is between. */
export interface GenerateInput extends PactHead {
  /** A suite, a folder of suites or something saved, which is run; or the JSON report of a run. */
  readonly source: RecordingSource
  /** Where the provider is; without it, the first address that anything was sent to. */
  readonly baseUrl?: string
  /** Folder, or file when it ends in .json. */
  readonly output: string
  readonly workingFolder: string
}

/** Where the exchanges of a pact are from: a report, or suites that are run. */
export type RecordingSource =
  | { readonly kind: 'report'; readonly file: string }
  | ({ readonly kind: 'run' } & Parameters<typeof recordedInRun>[0])

/** A pact that was written. */
export interface GenerateAnswer {
  /** Relative to the working folder. */
  readonly file: string
  readonly interactions: number
  /** What was left out and why, and what else there is to know. */
  readonly notes: readonly string[]
  /** What came of the run. */
  readonly exitCode: number
}

/** Makes a pact of what was sent and what came back: the operation behind `apitest pact generate`. */
export async function generatePact(input: GenerateInput): Promise<Result<GenerateAnswer>> {
  const { source, workingFolder } = input
  const recorded =
    source.kind === 'report'
      ? recordedInReport(path.resolve(workingFolder, source.file))
      : await recordedInRun(source)
  if (!recorded.ok) return recorded
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
  { baseUrl, version }: GenerateInput,
): { readonly interactions: readonly MadeInteraction[]; readonly notes: readonly string[] } {
  const origin = originOf(baseUrl) ?? steps.map(step => originOf(step.exchange?.request.url)).find(Boolean)
  const interactions: MadeInteraction[] = []
  const notes: string[] = []
  const borrowed = new BorrowedValues()
  for (const step of steps) {
    const made = makeOf(step, origin)
    if (made.kind === 'left-out') notes.push(`"${step.name}" is left out: ${made.reason}`)
    else {
      interactions.push(made.interaction)
      const told = [
        ...made.notes,
        ...(version === 2 ? droppedParameters(made.interaction) : []),
        ...borrowed.notesOf(step, made.interaction),
      ]
      notes.push(...told.map(note => `"${step.name}": ${note}`))
    }
  }
  return { interactions, notes }
}

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
