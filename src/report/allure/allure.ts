import { arrangement, cutWords } from '../terminal/summary-lines.ts'
import type { Problem } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { StepFinished, SuiteStarted } from '../../model/run-event.ts'
import { version } from '../../util/version.ts'
import { ExchangeBudget } from '../exchange-budget.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions, ReportFile, RunEvents } from '../reporter.ts'
import { WrittenNames } from '../step-name.ts'
import { problemResult, testResult, type TestResult } from './test-result.ts'
import { writeJson } from '../../util/exact-number.ts'

/**
 * Results for Allure (https://allurereport.org/docs/how-it-works-test-result-file/): a test for each step and row, written when it
 * ends, its request and answer attached; problems that kept a run from starting or ending are tests of their own.
 */
export async function* allure(events: RunEvents, options: ReporterOptions): AsyncGenerator<ReportFile> {
  const open = new Map<string, { readonly started: SuiteStarted; readonly names: WrittenNames }>()
  const budget = new ExchangeBudget()
  let environment: string | undefined
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'run-started') {
        environment = event.environment
        yield categoriesFile
      } else if (event.type === 'problem' && event.problem.severity === 'error')
        yield resultFile(problemTest(event.problem, options.workingFolder))
      else if (event.type === 'suite-started')
        open.set(event.file, { started: event, names: new WrittenNames() })
      else if (event.type === 'suite-finished') open.delete(event.file)
      else if (event.type === 'step-finished') {
        const file = open.get(event.file)
        if (file !== undefined)
          yield* stepFiles(options.verbose ? event : fitted(event, budget), file, options)
      } else if (event.type === 'run-finished') {
        yield environmentFile(environment, event.summary)
        const cut = cutWords(event.summary)
        if (cut !== undefined) yield resultFile(problemResult('interrupted', cut, ''))
      }
    }
}

function fitted(event: StepFinished, budget: ExchangeBudget): StepFinished {
  return { ...event, result: budget.fit(event.result) }
}

function* stepFiles(
  { result }: StepFinished,
  { started, names }: { readonly started: SuiteStarted; readonly names: WrittenNames },
  options: ReporterOptions,
): Generator<ReportFile> {
  const attached: ReportFile[] = []
  const test = testResult(result, started, names.nameOf(result), {
    attached,
    workingFolder: options.workingFolder,
  })
  // A reader during a run then finds no result without its attachments.
  yield* attached
  yield resultFile(test)
}

function resultFile(result: TestResult): ReportFile {
  return { name: `${result.uuid}-result.json`, text: `${writeJson(result)}\n` }
}

function problemTest(problem: Problem, workingFolder: string): TestResult {
  return problemResult(
    problem.code,
    problem.message,
    formatProblems([problem], { color: false, workingFolder }),
  )
}

/** The settings of the run, and the options it was asked for; whoever wrote other names here has made the file. */
function environmentFile(environment: string | undefined, summary: RunSummary): ReportFile {
  const lines = [
    ...(environment === undefined ? [] : [`environment=${propertyValue(environment)}`]),
    `apitest=${version}`,
    `node=${process.versions.node}`,
    ...arrangement(summary).map(([name, words]) => `${name.toLowerCase()}=${propertyValue(words)}`),
  ]
  return {
    name: 'environment.properties',
    text: `${lines.join('\n')}\n`,
    mayReplace: text => /^(?:(?:environment|apitest|node|repeat|order|shard|mocks)=.*\n)+$/.test(text),
  }
}

/** As Java reads properties: in Latin-1, all else as an escape. */
function propertyValue(text: string): string {
  return text.replace(/[\\\n\r]|[^ -~]/g, character => {
    if (character === '\\') return '\\\\'
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** The steps that did not pass, by what can be done about them. */
const categories = [
  { name: 'Not as expected', matchedStatuses: ['failed'] },
  { name: 'No answer', matchedStatuses: ['broken'], messageRegex: '(?s)Network Error: .*' },
  {
    name: 'Could not be carried out',
    matchedStatuses: ['broken'],
    messageRegex: '(?s)(?!Network Error: ).*',
  },
  { name: 'Flaky', matchedStatuses: ['passed'], flaky: true },
]

const categoriesFile: ReportFile = {
  name: 'categories.json',
  text: `${writeJson(categories, 2)}\n`,
  mayReplace: () => false,
}
