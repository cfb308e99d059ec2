import { isError } from '../../model/problem.ts'
import path from 'node:path'
import { unreadableFile } from '../../load/unreadable-file.ts'
import { formatSuites } from '../../operations/suites/format-suites.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { defined } from '../../util/defined.ts'
import { defineCommand } from '../command.ts'
import { hostOf } from '../host.ts'
import { optionsOf } from '../options-of.ts'
import { print, printAside, printBytes } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuse } from '../print-result.ts'
import { readStandardText } from '../saved/read-standard-input.ts'

const { positionals, options, inputOf } = optionsOf(formatSuites.input, {
  positionals: ['paths'],
  keys: {
    paths: {
      describe: 'Suites, folders of suites, or - for the standard input; else those of the configuration',
    },
    check: { describe: 'Write nothing; exit code 1 where a file has another form' },
    text: false,
  },
})

/**
 * `apitest fmt`: writes files in one form, or with --check only tells which have another. The exit code: 0 done, 1 files have
 * another form, 2 one cannot be read.
 */
export const command = defineCommand({
  operations: [formatSuites],
  positionals,
  options,
  examples: [
    ['fmt suites/', 'Writes all suites below a folder in one form'],
    ['fmt --check', 'Tells which files have another form, as in CI'],
  ],
  async run(given) {
    const told = inputOf(given)
    if (!told.ok) return refuse(told.problems)
    const { paths, check } = told.value
    const isInput = paths.length === 1 && paths[0] === '-'
    const text = isInput ? await readStandardText() : undefined
    if (text instanceof Error) return refuse([unreadableFile(path.resolve('standard-input'), text)])
    const answer = await formatSuites.run(
      { ...told.value, ...(isInput ? { paths: [] } : {}), ...defined({ text }) },
      hostOf(),
    )
    const problems = answer.ok ? answer.value.problems : answer.problems
    printProblems(problems)
    if (!answer.ok) return 2
    const { changed, left, text: laidOut } = answer.value
    for (const file of left)
      printAside(`${oneLine(file)} stays as it is: it would be another document, by a mistake of apitest\n`)
    if (laidOut !== undefined && check !== true) printBytes(Buffer.from(laidOut), laidOut)
    else print(lines(answer.value, check === true))
    if (left.length > 0 || problems.some(isError)) return 2
    return check === true && changed.length > 0 ? 1 : 0
  },
})

/** The files with another form, and how many there were. */
function lines({ files, changed }: { files: number; changed: readonly string[] }, isLeft: boolean): string {
  const names = changed.map(file => `${oneLine(file)}\n`).join('')
  const done = isLeft ? 'in another form' : 'rewritten'
  return `${names}${plural(files, 'file')}, ${changed.length === 0 ? 'none' : String(changed.length)} ${done}\n`
}
