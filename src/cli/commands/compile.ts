import path from 'node:path'
import type { ConversionReport, Exported } from '../../model/conversion.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { type CompileAnswer, compileSource } from '../../operations/convert/compile-source.ts'
import { placed } from '../../operations/input-keys.ts'
import { scopeFiles } from '../../operations/suites/scope-files.ts'
import { saveCollection } from '../../operations/convert/save-collection.ts'
import { palette } from '../../report/terminal/palette.ts'
import { conversionLines } from '../../report/terminal/saved-lines.ts'
import { jsonText, oneLine } from '../../report/text/printable.ts'
import { defined } from '../../util/defined.ts'
import { plural } from '../../util/quantity.ts'
import { readBytes } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../command.ts'
import { optionsOf } from '../options-of.ts'
import { refuseOverInputs } from '../refuse-over-inputs.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { storedLines } from '../saved/stored-lines.ts'
import { hostOf } from '../host.ts'
import { showFetching } from '../saved/show-fetching.ts'
import { projectOf, savedOptions } from '../saved/saved-options.ts'
import { refuse } from '../print-result.ts'
import { print, printAside } from '../print.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import { statusOf } from '../../util/status-of.ts'

const { positionals, inputOf, ...derived } = optionsOf(compileSource.input, {
  positionals: ['source'],
  keys: {
    text: false,
    outputFolder: false,
    data: { alias: 'd' },
    operator: { alone: 2 },
    strict: { describe: 'Write nothing unless everything can be carried over' },
  },
})

const options = {
  ...savedOptions,
  ...derived.options,
  output: {
    alias: 'o',
    describe: 'Folder, or file where there is only one; the standard output (default)',
  },
  force: { ...yes, describe: 'Write over files that say something else' },
  replace: optionsOf(saveCollection.input).options.replace,
  report: { describe: 'JSON file with everything that could not be carried over' },
} as const satisfies OptionTable

/** `apitest compile SOURCE --to TARGET`: makes other files of collections and suites. */
export const command = defineCommand({
  operations: [compileSource, saveCollection],
  positionals,
  options,
  needs: ['a source', 'Name a saved collection, a suite, a folder of suites, or a file.'],
  run: compile,
})

type CompileArguments = Given<typeof positionals> & Given<typeof options>

async function compile(given: CompileArguments): Promise<number> {
  const { source, data, output } = given
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  if (source.trim() === '') return refuse([usageProblem('the source is empty', 'Is a variable not set?')])
  const report =
    given.report === undefined ? [] : [{ option: `--report ${given.report}`, file: given.report }]
  const refused = await refuseOverInputs(report, process.cwd(), () =>
    scopeFiles(placed(told.value, hostOf()), { about: [source], written: data }),
  )
  if (refused.length > 0) return refuse(refused)
  const text = source === '-' ? await readStandardInput() : undefined
  const answer = await compileSource.run(
    { remoteReferences: false, ...told.value, outputFolder: outputFolder(output), ...defined({ text }) },
    hostOf(undefined, { progress: showFetching }),
  )
  return answer.ok ? await deliver(answer.value, given) : refuse(answer.problems)
}

/** A name with an ending is that of a file, as is one that a file has. */
function outputFolder(output = '.'): string {
  return path.resolve(isFileName(output) ? path.dirname(output) : output)
}

function isFileName(output: string): boolean {
  const there = statusOf(output)
  if (there !== undefined) return !there.isDirectory()
  return path.extname(output) !== '' && !output.endsWith('/')
}

/** Writes what was made, into the store, files, or the standard output. */
async function deliver(answer: CompileAnswer, given: CompileArguments): Promise<number> {
  const { to, output, report: reportFile, json = false, force = false } = given
  const { report } = answer
  const problems = reportFile === undefined ? [] : await writeReport(reportFile, report)
  if (problems.length > 0) return refuse(problems)
  if (answer.files.length === 0 && to !== 'collection' && !json) {
    showLosses(report)
    return refuse([usageProblem('nothing of this can be written so', 'The losses say why, if it has steps.')])
  }
  const delivered =
    output !== undefined
      ? await writeFiles(answer, output, force)
      : to === 'collection'
        ? await store(answer, given)
        : oneText(answer, json)
  if (!delivered.ok) return refuse(delivered.problems)
  const { text, facts } = delivered.value
  print(json ? `${jsonText({ ...facts, report }, 2)}\n` : text)
  if (!json) showLosses(report)
  return 0
}

/** The delivery as it is shown: text for people, and facts for `--json`. */
interface Delivered {
  readonly text: string
  readonly facts: object
}

async function store(answer: CompileAnswer, given: CompileArguments): Promise<Result<Delivered>> {
  const { collection } = answer
  const { replace } = given
  const stored = await saveCollection.run(
    { ...projectOf(given), collection, ...defined({ replace }) },
    hostOf(),
  )
  if (!stored.ok) return stored
  const lines = storedLines(collection.name, stored.value, 'saved')
  const facts = { collection: collection.name, ...stored.value }
  return { ok: true, value: { text: lines.map(line => `${line}\n`).join(''), facts } }
}

/** One file as it is; as JSON all of them with their texts. */
function oneText({ files }: Exported, json: boolean): Result<Delivered> {
  const [first, ...others] = files
  if (!json && (first === undefined || others.length > 0))
    return usageRefusal(`this makes ${plural(files.length, 'file')}`, 'Say where they go with -o FOLDER.')
  return { ok: true, value: { text: first?.text ?? '', facts: { files } } }
}

/** Writes all files, or none of them when one would be written over. */
async function writeFiles({ files }: Exported, output: string, force: boolean): Promise<Result<Delivered>> {
  const [first, ...others] = files
  const one = first !== undefined && others.length === 0 && isFileName(output)
  if (isFileName(output) && !one)
    return usageRefusal(`-o ${output} is one file, and this makes ${files.length}`, 'Name a folder.')
  const placed = files.map(({ name, text }) => ({ text, file: one ? output : path.join(output, name) }))
  const changed = placed.filter(({ file, text }) => contentOf(file) !== text)
  const inTheWay = force ? [] : changed.filter(({ file }) => contentOf(file) !== undefined)
  if (inTheWay.length > 0) return { ok: false, problems: inTheWay.map(({ file }) => inTheWayProblem(file)) }
  try {
    for (const { file, text } of changed) await writeWhole(file, text)
  } catch (error) {
    return usageRefusal(`-o ${output} cannot be written: ${(error as Error).message}`)
  }
  const text = placed.map(({ file }) => `${oneLine(file)}\n`).join('')
  return { ok: true, value: { text, facts: { files: placed.map(({ file }) => ({ name: file })) } } }
}

function inTheWayProblem(file: string): Problem {
  const message = `${file} is there already, and says something else`
  return usageProblem(message, 'Write over it with --force, or name another folder.')
}

function contentOf(file: string): string | undefined {
  try {
    return readBytes(file).toString('utf8')
  } catch {
    return undefined
  }
}

async function writeReport(file: string, report: ConversionReport): Promise<readonly Problem[]> {
  try {
    await writeWhole(file, `${jsonText(report, 2)}\n`)
    return []
  } catch (error) {
    return [usageProblem(`--report ${file} cannot be written: ${(error as Error).message}`)]
  }
}

/** Beside what was made, so that a pipe gets that alone. */
function showLosses(report: ConversionReport): void {
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  printAside(
    conversionLines(report, colors)
      .map(line => `${line}\n`)
      .join(''),
  )
}
