import { existsSync } from 'node:fs'
import path from 'node:path'
import { relocateCollection } from '../../compile/relocate-collection.ts'
import { withOwnEnvironment } from '../../compile/own-environment.ts'
import type { ExportedTests, TestFile } from '../../formats/test-code/export-tests.ts'
import type { Framework } from '../../formats/test-code/framework.ts'
import { frameworks } from '../../formats/test-code/frameworks.ts'
import type { Collection } from '../../model/collection.ts'
import type { ConversionReport, Loss } from '../../model/conversion.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { isUrl } from '../../util/is-url.ts'
import { splitNegative } from '../convert/negative-keys.ts'
import { inProject, readCollectionSource, type Unread, withoutSecrets } from '../convert/read-collection.ts'
import { readerOf } from '../convert/read-source.ts'
import type { Host } from '../operation.ts'
import { projectFolder } from '../project-folder.ts'
import { exportTestCode } from './export-test-code.ts'
import { findFrameworks, testFolder } from './find-framework.ts'
import { formatTests } from './format-tests.ts'
import type { GenerateInput } from './generate-input.ts'
import { type Origin, originOf, widerOrigin } from './generated-file.ts'
import { brokenManifests, type ProjectFacts, projectFacts } from './project-facts.ts'
import { projectStyle } from './project-style.ts'
import { formerFolder } from './write-test-files.ts'

const names = frameworks.map(({ name }) => name)

/** Tests of a source of which nothing is written yet. */
export interface PreparedTests {
  readonly given: GenerateInput
  readonly framework: Framework
  /** The part of the project that says that it is that framework. */
  readonly reason?: string
  readonly outputFolder: string
  readonly origin: Origin
  readonly read: ReadTests
  readonly tests: ExportedTests
  /** The files of the tests as the project formats them, and what there is to tell about that. */
  readonly files: readonly TestFile[]
  readonly notes: readonly Loss[]
}

/** Reads a source, and makes its tests, whose files are called otherwise than those of earlier sources. Writes nothing. */
export async function prepareTests(
  given: GenerateInput,
  host: Host,
  earlier: readonly PreparedTests[],
): Promise<Result<PreparedTests>> {
  const { workingFolder } = host
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
  const taken = earlier
    .filter(one => one.outputFolder === outputFolder && widerOrigin(one.origin, origin) === undefined)
    .flatMap(one => one.files.map(({ name }) => name))
  const options = { outputFolder, workingFolder, style, taken, ...defined({ data: given.data }) }
  const tests = await exportTestCode(read.value.collection, framework, options)
  if (!tests.ok) return tests
  if (tests.value.files.length === 0) return refusal(nothingToTest(given.source, tests.value.report))
  const formatted = await formatTests(tests.value.files, {
    facts,
    language: framework.language,
    folder: workingFolder,
    environment: host.processEnvironment,
    interrupt: host.interrupt,
  })
  const { files, notes } = formatted
  const prepared = { given, framework, outputFolder, origin, read: read.value, tests: tests.value }
  return { ok: true, value: { ...prepared, ...defined({ reason }), files, notes } }
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
