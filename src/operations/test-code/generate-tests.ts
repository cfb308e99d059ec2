import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ConversionReport } from '../../model/conversion.ts'
import { allOf, type Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { exportAs } from '../convert/exporters.ts'
import { conversionReport } from '../convert/conversion-report.ts'
import { joinReports } from '../convert/read-collection.ts'
import { placed } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { inNearestProject } from '../opening/load-configuration.ts'
import { choice, list, object, optional, text, type ValueOf } from '../schema.ts'
import { generateInput } from './generate-input.ts'
import { type PreparedTests, prepareTests } from './prepare-tests.ts'
import { isSuiteSource, previewTests } from './preview-tests.ts'
import { caseVerdicts, runTests } from './run-tests.ts'
import {
  fileStates,
  type Place,
  type PlacedFile,
  placeTestFiles,
  writeTestFiles,
} from './write-test-files.ts'

const stepEnds = ['passed', 'failed', 'errored', 'skipped', 'not run'] as const
const testEnds = ['passed', 'failed', 'skipped', 'not run'] as const

const generateAnswer = object({
  framework: text('Framework of the tests: pytest-httpx'),
  title: text('The same in words: pytest with httpx'),
  reason: optional(text('What of the project says so; absent where it was asked for')),
  files: list(
    object({
      name: text('The file, relative to the working folder'),
      state: choice(
        fileStates,
        'written; unchanged; edited: somebody changed it, so it stays as it is; outdated: it would be written; left over: made of this source, which no longer has such tests',
      ),
      tests: list(text('Users / First user'), 'The steps that its tests were made of'),
    }),
    'The files of tests',
  ),
  report: conversionReport,
  run: optional(
    object(
      {
        cases: list(
          object({
            case: text('Users / First user'),
            here: choice(stepEnds, 'In apitest'),
            there: choice(testEnds, 'In the framework'),
            verdict: choice(
              caseVerdicts,
              'same; flaky: another run ended otherwise; environment: something is missing; lost: the test has not all that the step has; unset: the step lacked what an earlier one leaves; stopped: nothing runs there after an earlier failure; different: otherwise every time',
            ),
            reason: optional(text('Why it failed, in a line')),
          }),
          'Each test beside its step',
        ),
        hints: list(text('A hint'), 'What is missing, and how to get it'),
      },
      'What became of the tests; absent where they were not run',
    ),
  ),
})

/** The outcome of generating tests. */
export type GenerateAnswer = ValueOf<typeof generateAnswer>

/** Writes tests in the framework of the project; on request runs them, and compares them with their steps. */
export const generateTests = operation({
  name: 'generate-tests',
  permission: 'project',
  summary:
    'Writes tests of a collection or of suites in the test framework of the project, beside the tests that are there; on request runs them until it is known that each ends as its step does.',
  input: generateInput,
  answer: generateAnswer,
  tell: answer => Promise.resolve(tellTests(answer)),
  preview: previewTests,
  async run({ others = [], ...first }, host) {
    const sources = [first.source, ...others]
    const given = inNearestProject(first, sources, host.workingFolder, 'suites')
    if (!given.ok) return given
    // Whatever refuses one of the sources does so before anything is written.
    const prepared: PreparedTests[] = []
    for (const source of sources) {
      const one = await prepareTests({ ...given.value, source }, host, prepared)
      if (!one.ok) return one
      prepared.push(one.value)
    }
    const placed = placeAll(prepared, host)
    if (!placed.ok) return placed
    const answers: GenerateAnswer[] = []
    for (const one of placed.value) {
      const files = await writeTestFiles(one.placed, one.place)
      if (!files.ok) return files
      answers.push(answerOf(one.prepared, files.value))
    }
    return withRuns(answers, prepared, host)
  },
})

interface PlacedTests {
  readonly prepared: PreparedTests
  readonly place: Place
  readonly placed: readonly PlacedFile[]
}

/** Finds the places of the files of all sources, as if those of each were there already for the next. */
function placeAll(all: readonly PreparedTests[], { workingFolder }: Host): Result<readonly PlacedTests[]> {
  const pending = new Map<string, string>()
  return allOf(
    all.map(prepared => {
      const { outputFolder, origin, given } = prepared
      const place = { outputFolder, workingFolder, origin, isCheck: given.check === true }
      const placed = placeTestFiles(prepared.files, place, pending)
      return placed.ok ? ({ ok: true, value: { prepared, place, placed: placed.value } } as const) : placed
    }),
  )
}

function answerOf(
  { framework, reason, read, tests, notes }: PreparedTests,
  files: GenerateAnswer['files'],
): GenerateAnswer {
  const told = { ...read.told, notes: [...read.told.notes, ...notes] }
  return {
    framework: framework.name,
    title: framework.title,
    ...defined({ reason }),
    files,
    report: joinReports(told, tests.report),
  }
}

function withoutRepeats(report: ConversionReport): ConversionReport {
  const once = <Told>(all: readonly Told[]): readonly Told[] => [
    ...new Map(all.map(one => [JSON.stringify(one), one])).values(),
  ]
  return { ...report, losses: once(report.losses), notes: once(report.notes) }
}

/** The answers for two sources as one; files that both have, such as a client, are listed once. */
function joinAnswers(one: GenerateAnswer, other: GenerateAnswer): GenerateAnswer {
  const known = new Set(one.files.map(({ name }) => name))
  const runs = [one.run, other.run].flatMap(run => run ?? [])
  return {
    ...one,
    files: [...one.files, ...other.files.filter(({ name }) => !known.has(name))],
    report: withoutRepeats(joinReports(one.report, other.report)),
    ...defined({
      run:
        runs.length === 0
          ? undefined
          : {
              cases: runs.flatMap(({ cases }) => cases),
              hints: [...new Set(runs.flatMap(({ hints }) => hints))],
            },
    }),
  }
}

/**
 * Tells the files that were written, the parts that are not in them, and how the tests ended: the first that did not as
 * their steps did.
 */
function tellTests({ title, files, report, run }: GenerateAnswer): readonly string[] {
  const cases = run?.cases ?? []
  const others = cases.filter(({ verdict, there }) => verdict !== 'same' || there === 'failed')
  return [
    `Tests for ${title}: ${files.map(({ name, state }) => `${name} (${state})`).join(', ')}.`,
    ...report.losses.slice(0, 20).map(({ where, what, why }) => `lost: ${where}: ${what}: ${why}`),
    ...(run === undefined
      ? []
      : [`${cases.length - others.length} of ${cases.length} tests passed as in apitest.`]),
    ...others
      .slice(0, 20)
      .map(
        one =>
          `${one.case}: ${one.here} in apitest, ${one.there} as a test (${one.verdict})${one.reason === undefined ? '' : `: ${one.reason}`}`,
      ),
    ...(run?.hints ?? []),
  ]
}

/** The answers as one, on request with what became of the tests of each. */
async function withRuns(
  answers: readonly GenerateAnswer[],
  prepared: readonly PreparedTests[],
  host: Host,
): Promise<Result<GenerateAnswer>> {
  const ran: GenerateAnswer[] = []
  for (const [index, answer] of answers.entries()) {
    const one = prepared[index]
    const isRun = one?.given.run === true && one.given.check !== true
    const run = isRun ? await runOf(one, host) : undefined
    if (run?.ok === false) return run
    ran.push(run === undefined ? answer : { ...answer, run: run.value })
  }
  return { ok: true, value: ran.reduce(joinAnswers) }
}

function runOf(prepared: PreparedTests, host: Host): Promise<Result<NonNullable<GenerateAnswer['run']>>> {
  const { given, framework, outputFolder, tests } = prepared
  const files = { tests, framework, outputFolder, projectFolder: host.workingFolder }
  return asSuites(prepared, host, path =>
    runTests({ ...placed(given, host), paths: [path], ...defined({ data: given.data }) }, files, host),
  )
}

/** Gives what can be run: suites and what is saved as they are, a foreign document as suites in a folder that goes again. */
async function asSuites<Value>(
  { given: { source }, read }: PreparedTests,
  host: Host,
  run: (path: string) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (isSuiteSource(source, host.workingFolder)) return run(source)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-suites-'))
  try {
    const options = { directory: read.directory, outputFolder: folder, workingFolder: host.workingFolder }
    const exported = await exportAs('suite', read.source, options)
    if (!exported.ok) return exported
    for (const { name, text: content } of exported.value.files)
      await writeWhole(path.join(folder, name), content)
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
