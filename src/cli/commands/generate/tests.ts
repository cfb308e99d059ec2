import { type GenerateAnswer, generateTests } from '../../../operations/test-code/generate-tests.ts'
import { comparedLines } from '../../../report/terminal/compared-lines.ts'
import { palette } from '../../../report/terminal/palette.ts'
import { conversionLines } from '../../../report/terminal/saved-lines.ts'
import { jsonText, oneLine } from '../../../report/text/printable.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { readPath } from '../../option-change.ts'
import { optionsOf } from '../../options-of.ts'
import { print, printAside } from '../../print.ts'
import { refuse } from '../../print-result.ts'
import { isTerminal, wantsColor } from '../../terminal.ts'

const { positionals, inputOf, ...derived } = optionsOf(generateTests.input, {
  positionals: ['source', 'others'],
  keys: {
    source: { read: readPath },
    others: { name: 'sources' },
    text: false,
    framework: { alias: 'f' },
    output: { alias: 'o' },
    check: { conflicts: ['run'] },
    data: { alias: 'd' },
  },
})

const { framework, output, run, check, data, ...others } = derived.options

const options = {
  ...{ framework, output, run, check, data },
  ...others,
  json: { ...yes, describe: 'Print the answer as JSON' },
} as const satisfies OptionTable

/** `apitest generate tests SOURCE`: writes tests in the framework of the project, and runs them. */
export const command = defineCommand({
  operations: [generateTests],
  positionals,
  options,
  usage: ['generate tests SOURCE... [options]'],
  examples: [
    ['generate tests suites/', 'Tests in the framework of the project, beside those that are there'],
    ['generate tests Shop --framework pytest-httpx -o tests --run', 'Of what is saved; run, and compared'],
    ['generate tests suites/ --check', 'Whether the tests are those of the suites, for a build'],
  ],
  needs: ['a source', 'Name a saved collection, a suite, a folder of suites, or a file.'],
  run: generate,
})

type GenerateArguments = Given<typeof positionals> & Given<typeof options>

async function generate(given: GenerateArguments): Promise<number> {
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const interrupts = new Interrupts()
  try {
    const answer = await generateTests.run(told.value, hostOf(interrupts))
    if (!answer.ok) return refuse(answer.problems, interrupts.interrupt)
    show(answer.value, given.json === true)
    return exitCodeOf(answer.value, given.check === true)
  } finally {
    interrupts.release()
  }
}

const words = {
  written: '',
  unchanged: '  unchanged',
  edited: '  edited since it was made: left as it is',
  outdated: '  would be written',
  'left over': '  left over: nothing gives these tests any more',
} as const

function show(answer: GenerateAnswer, asJson: boolean): void {
  if (asJson) {
    print(`${jsonText(answer, 2)}\n`)
    return
  }
  const { title, reason, files, report, run } = answer
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  const tests = files.reduce((sum, file) => sum + file.tests.length, 0)
  printAside(`${title}${reason === undefined ? '' : ` (${oneLine(reason)})`}: ${plural(tests, 'test')}\n`)
  print(files.map(({ name, state }) => `${oneLine(name)}${words[state]}\n`).join(''))
  printAside(
    conversionLines(report, colors)
      .map(line => `${line}\n`)
      .join(''),
  )
  if (run === undefined) return
  print(
    comparedLines(run.cases, palette(wantsColor(isTerminal(process.stdout), process.env)))
      .map(line => `${line}\n`)
      .join(''),
  )
  printAside(run.hints.map(hint => `${oneLine(hint)}\n`).join(''))
}

/** A test that failed, or ended otherwise than its step; and with --check a file that is not as it should be. */
function exitCodeOf({ files, run }: GenerateAnswer, isCheck: boolean): number {
  if (files.some(({ state }) => state === 'outdated' || (isCheck && state === 'left over'))) return 1
  if (run === undefined) return 0
  if (run.cases.some(({ verdict }) => verdict === 'environment')) return 3
  return run.cases.some(({ verdict, there }) => verdict !== 'same' || there === 'failed') ? 1 : 0
}
