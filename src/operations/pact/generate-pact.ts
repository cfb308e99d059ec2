import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { type PactHead, pactDocument } from '../../pact/generate/pact-document.ts'
import { type Host, operation } from '../operation.ts'
import {
  fileName,
  list,
  object,
  type ObjectOf,
  optional,
  text,
  typed,
  type ValueOf,
  whole,
} from '../schema.ts'
import { placed, suiteKeys } from '../input-keys.ts'
import { defined } from '../../util/defined.ts'
import { previewProjects, quoted } from '../preview.ts'
import { prepareProjects } from '../suites/prepare-run.ts'
import { makeInteractions } from './make-interactions.ts'
import { readExistingPact, writePact } from './pact-on-disk.ts'
import { recordedInReport, recordedInRun, type Recorded } from './recorded-steps.ts'

const pactKeys = {
  consumer: text('Name of who asks'),
  provider: text('Name of who answers'),
  version: optional(
    typed<PactHead['version']>({
      ...whole('Version of the specification: 2, 3 or 4; 4 (default)', 2),
      maximum: 4,
    }),
  ),
  output: optional(fileName('write', 'Folder, or file that ends in .json; pacts/ (default)')),
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
  input: object({ report: fileName('read', 'JSON report of a run to take the exchanges from'), ...pactKeys }),
  canRehearse: true,
  preview: ({ report, consumer, provider, output = 'pacts' }) => {
    const written = `Writes a pact of ${quoted(consumer)} with ${quoted(provider)} to ${quoted(output)}`
    const sentences = [`${written}, made of ${quoted(report)}`]
    return Promise.resolve({ ok: true, value: { sentences, production: [] } })
  },
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
  preview: async ({ consumer, provider, output = 'pacts', ...given }, host) => {
    const variables = { ...given.variables, ...defined({ baseUrl: given.baseUrl }) }
    const previewed = previewProjects(await prepareProjects(placed({ ...given, variables }, host), host))
    if (!previewed.ok) return previewed
    const written = `Writes a pact of ${quoted(consumer)} with ${quoted(provider)} to ${quoted(output)}`
    const { sentences, ...others } = previewed.value
    return { ok: true, value: { ...others, sentences: [...sentences, written] } }
  },
  answer: pactAnswer,
  async run({ consumer, provider, version, output, baseUrl, ...given }, host) {
    const variables = { ...given.variables, ...defined({ baseUrl }) }
    const recorded = await recordedInRun(placed({ ...given, variables }, host), host)
    const pact = { consumer, provider, ...defined({ version, output, baseUrl }) }
    return writePactOf(recorded, pact, host)
  },
})

async function writePactOf(
  recorded: Result<Recorded>,
  pact: ObjectOf<typeof pactKeys>,
  { workingFolder, rehearses = false }: Host,
): Promise<Result<GenerateAnswer>> {
  if (!recorded.ok) return recorded
  const input = { version: 4 as const, output: 'pacts', ...pact, workingFolder }
  const { interactions, notes } = makeInteractions(recorded.value, input)
  if (interactions.length === 0) return { ok: false, problems: [nothingMade(notes)] }
  const file = fileFor(input)
  const before = readExistingPact(file, input)
  if (!before.ok) return before
  const document = pactDocument(input, interactions, before.value)
  const unwritten = rehearses ? [] : await writePact(file, document)
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
  return path.join(place, `${nameOf(consumer)}-${nameOf(provider)}.json`)
}

function nameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^\.+/, '')
}

function nothingMade(notes: readonly string[]): Problem {
  const [first] = notes
  return errorProblem({
    code: 'nothing-selected',
    message: 'nothing was recorded that a pact could be made of',
    hint: first === undefined ? 'Name suites whose steps pass.' : `The first reason is that ${first}.`,
  })
}
