import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { relocateCollection } from '../../compile/relocate-collection.ts'
import { withOwnEnvironment } from '../../compile/own-environment.ts'
import type { ExportedTests } from '../../formats/test-code/export-tests.ts'
import type { Framework } from '../../formats/test-code/framework.ts'
import { frameworks } from '../../formats/test-code/frameworks.ts'
import type { Collection } from '../../model/collection.ts'
import type { ConversionReport } from '../../model/conversion.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { exportAs } from '../convert/exporters.ts'
import { conversionReport } from '../convert/conversion-report.ts'
import { conversionKeys } from '../convert/import-document.ts'
import { negativeKeys, splitNegative } from '../convert/negative-keys.ts'
import {
  inProject,
  joinReports,
  readCollectionSource,
  type Unread,
  withoutSecrets,
} from '../convert/read-collection.ts'
import { readerOf } from '../convert/read-source.ts'
import { isUrl } from '../../util/is-url.ts'
import { placed, scopeKeys } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { withNearestConfiguration } from '../opening/load-configuration.ts'
import { projectFolder } from '../project-folder.ts'
import { byHand, choice, fileName, flag, list, object, optional, text, type ValueOf } from '../schema.ts'
import { exportTestCode } from './export-test-code.ts'
import { findFrameworks, testFolder } from './find-framework.ts'
import { formatTests } from './format-tests.ts'
import { originOf } from './generated-file.ts'
import { brokenManifests, type ProjectFacts, projectFacts } from './project-facts.ts'
import { isSuiteSource, previewTests } from './preview-tests.ts'
import { projectStyle } from './project-style.ts'
import { caseVerdicts, runTests } from './run-tests.ts'
import { fileStates, formerFolder, writeTestFiles } from './write-test-files.ts'

const names = frameworks.map(({ name }) => name)

const generateInput = object({
  ...conversionKeys,
  ...negativeKeys,
  ...scopeKeys,
  source: fileName(
    'read',
    'Saved collection or part of one, suite, folder of suites, or a file as for import',
  ),
  others: byHand(
    optional(list(fileName('read', 'A source'), 'Further sources, whose tests come to the same folder')),
  ),
  framework: optional(choice(names, 'Framework of the tests; that of the project (default)')),
  output: optional(
    fileName('write', 'Folder for the tests; that of the tests which are there already (default)'),
  ),
  data: optional(fileName('read', 'CSV or JSON file: all tests run once per row')),
  run: optional(flag('Run the tests, and compare each with its step in a run of apitest')),
  check: optional(flag('Write nothing: tell what would be written')),
})

/** The source of tests, and what becomes of them. */
export type GenerateInput = ValueOf<typeof generateInput>

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
    const answers: GenerateAnswer[] = []
    for (const source of [first.source, ...others]) {
      const answer = await generateOf({ ...first, source }, host)
      if (!answer.ok) return answer
      answers.push(answer.value)
    }
    return { ok: true, value: answers.reduce(joinAnswers) }
  },
})

/** Writes the tests of one source. */
async function generateOf(input: GenerateInput, host: Host): Promise<Result<GenerateAnswer>> {
  const { workingFolder } = host
  const given = withNearestConfiguration(input, input.source, workingFolder)
  const facts = projectFacts(workingFolder)
  const chosen = chooseFramework(given.framework, facts)
  if (!chosen.ok) return chosen
  const { framework, reason } = chosen.value
  const origin = originOf(framework.name, nameInProject(given.source, workingFolder))
  const folder =
    given.output ?? formerFolder(facts.files, workingFolder, origin) ?? testFolder(facts, framework.language)
  if (folder === '')
    return usageRefusal('the folder for the tests has no name', 'Name one with -o, or leave -o out.')
  const outputFolder = path.resolve(workingFolder, folder)
  const read = await readFor(given, host, outputFolder)
  if (!read.ok) return read
  const style = projectStyle(facts, framework, folder)
  const options = { outputFolder, workingFolder, style, ...defined({ data: given.data }) }
  const tests = await exportTestCode(read.value.collection, framework, options)
  if (!tests.ok) return tests
  if (tests.value.files.length === 0) return refusal(nothingToTest(given.source, tests.value.report))
  const isCheck = given.check === true
  const formatted = await formatTests(tests.value.files, {
    facts,
    language: framework.language,
    folder: workingFolder,
    environment: host.processEnvironment,
    interrupt: host.interrupt,
  })
  const files = await writeTestFiles(formatted.files, { outputFolder, workingFolder, origin, isCheck })
  if (!files.ok) return files
  const answer: GenerateAnswer = {
    framework: framework.name,
    title: framework.title,
    ...defined({ reason }),
    files: files.value,
    report: joinReports(
      { ...read.value.told, notes: [...read.value.told.notes, ...formatted.notes] },
      tests.value.report,
    ),
  }
  if (given.run !== true || given.check === true) return { ok: true, value: answer }
  return withRun(answer, tests.value, { given, host, framework, outputFolder, read: read.value })
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

/** The name of a source wherever in the project it is named. */
function nameInProject(source: string, workingFolder: string): string {
  const file = path.resolve(workingFolder, source)
  if (isUrl(source) || !existsSync(file)) return source
  return path.relative(workingFolder, file).replaceAll(path.sep, '/') || '.'
}

interface Chosen {
  readonly framework: Framework
  readonly reason?: string
}

/** The framework that was asked for, else the only one of the project. */
function chooseFramework(asked: string | undefined, facts: ProjectFacts): Result<Chosen> {
  const named = frameworks.find(({ name }) => name === asked)
  if (named !== undefined) return { ok: true, value: { framework: named } }
  const [broken] = brokenManifests(facts)
  if (broken !== undefined)
    return refusal(
      errorProblem({
        code: 'framework-unclear',
        message: `what test framework the project uses cannot be read: ${broken}`,
        hint: 'Mend that file, or name a framework with --framework.',
      }),
    )
  const found = findFrameworks(facts)
  const [only, ...others] = found
  const framework = frameworks.find(({ name }) => name === only?.name)
  if (only !== undefined && others.length === 0 && framework !== undefined)
    return { ok: true, value: { framework, reason: only.reason } }
  const said = found.map(({ name, reason }) => `${name} (${reason})`).join(', ')
  return refusal(
    errorProblem({
      code: 'framework-unclear',
      message:
        found.length === 0
          ? 'nothing here says which test framework the project uses'
          : `the project uses ${found.length} test frameworks: ${said}`,
      hint: `Name one with --framework: ${(found.length === 0 ? names : found.map(({ name }) => name)).join(', ')}.`,
    }),
  )
}

/** A collection whose names of files count from the folder for the tests. */
async function readFor(given: GenerateInput, host: Host, outputFolder: string): Promise<Result<ReadTests>> {
  const folder = await projectFolder(given, host)
  if (!folder.ok) return folder
  const directory = path.resolve(folder.value)
  const { negative, rest } = splitNegative(given)
  const source = { ...rest, ...readerOf(host), ...defined({ negative }) }
  const read = await readCollectionSource(source, directory)
  if (!read.ok) return read
  const named =
    given.name === undefined ? read.value.collection : { ...read.value.collection, name: given.name }
  const inside = await inProject(named, source, directory)
  if (!inside.ok) return inside
  // Which secrets are to be given is told by the tests that need them.
  const { collection } = withoutSecrets(withOwnEnvironment(inside.value))
  const relocated = relocateCollection(collection, directory, outputFolder)
  return { ok: true, value: { collection: relocated, told: read.value, source: named, directory } }
}

/** The collection that tests are written of. */
interface ReadTests {
  /** Names of files count from the folder for the tests. */
  readonly collection: Collection
  readonly told: Unread
  /** As it was read; names of files count from `directory`. */
  readonly source: Collection
  readonly directory: string
}

function nothingToTest(source: string, { losses }: ConversionReport): ReturnType<typeof errorProblem> {
  const [first, ...others] = losses.map(({ where, what, why }) => `${where}: ${what}: ${why}`)
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return errorProblem({
    code: 'nothing-to-test',
    message: `nothing of ${source} can be written as a test`,
    hint: first === undefined ? 'It has no steps.' : `${first}${more}.`,
  })
}

interface Written {
  readonly given: GenerateInput
  readonly host: Host
  readonly framework: Framework
  readonly outputFolder: string
  readonly read: ReadTests
}

async function withRun(
  answer: GenerateAnswer,
  tests: ExportedTests,
  written: Written,
): Promise<Result<GenerateAnswer>> {
  const { given, host, framework, outputFolder } = written
  const files = { tests, framework, outputFolder, projectFolder: host.workingFolder }
  const ran = await asSuites(written, path =>
    runTests({ ...placed(given, host), paths: [path], ...defined({ data: given.data }) }, files, host),
  )
  return ran.ok ? { ok: true, value: { ...answer, run: ran.value } } : ran
}

/** Gives what can be run: suites and what is saved as they are, a foreign document as suites in a folder that goes again. */
async function asSuites<Value>(
  { given: { source }, host, read }: Written,
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
