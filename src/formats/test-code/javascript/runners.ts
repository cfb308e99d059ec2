import { list, mapping, text } from '../../../util/read-values.ts'
import type { Runner, TestCommand, TestOutcome } from '../framework.ts'
import { readJunit } from '../read-junit.ts'

/** A program of a package of the project, which whoever runs it looks for in `node_modules/.bin`. */
const ofPackage = (command: string, args: readonly string[]): TestCommand => ({ command, args })

const install = (packages: readonly string[]): string => `npm install --save-dev ${packages.join(' ')}`

/** Node's own. Its report does not say which file a test stands in. */
export const nodeRunner: Runner = {
  command: (files, report) => ({
    command: process.execPath,
    args: [
      ...['--test', '--test-concurrency=1', '--test-reporter=junit', `--test-reporter-destination=${report}`],
      ...files,
    ],
  }),
  isPerFile: true,
  // It escapes quotation marks twice.
  outcomes: report => readJunit(report.replaceAll('&amp;quot;', '&quot;')),
  packages: [],
  install,
}

export const vitestRunner: Runner = {
  command: (files, report) =>
    ofPackage('vitest', [
      'run',
      '--no-file-parallelism',
      '--reporter=junit',
      `--outputFile=${report}`,
      ...files,
    ]),
  outcomes: readJunit,
  packages: ['vitest'],
  install,
}

/** Jest writes no JUnit report without another package, and JSON by itself. */
export const jestRunner: Runner = {
  command: (files, report) => ({
    ...ofPackage('jest', ['--runInBand', '--json', `--outputFile=${report}`, '--runTestsByPath', ...files]),
    // Without it Jest cannot load files that import.
    environment: { NODE_OPTIONS: '--experimental-vm-modules' },
  }),
  outcomes: report =>
    parsed(report, 'testResults').flatMap(file =>
      list(mapping(file)['assertionResults']).map(one => {
        const { title, status, failureMessages } = mapping(one)
        return {
          file: text(mapping(file)['name']) ?? '',
          name: text(title) ?? '',
          outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
          ...messageOf(list(failureMessages)[0]),
        }
      }),
    ),
  packages: ['jest'],
  install,
}

/** The JUnit report of Mocha does not name files as its JSON does. */
export const mochaRunner: Runner = {
  command: (files, report) =>
    ofPackage('mocha', ['--reporter', 'json', '--reporter-option', `output=${report}`, ...files]),
  outcomes: report => {
    const pending = new Set(parsed(report, 'pending').map(one => text(mapping(one)['fullTitle'])))
    return parsed(report, 'tests').map(one => {
      const { title, fullTitle, file, err } = mapping(one)
      const message = text(mapping(err)['message'])
      const isSkipped = pending.has(text(fullTitle))
      return {
        file: text(file) ?? '',
        name: text(title) ?? '',
        outcome: message === undefined ? (isSkipped ? 'skipped' : 'passed') : 'failed',
        ...messageOf(message),
      }
    })
  },
  packages: ['mocha'],
  install,
}

export const playwrightRunner: Runner = {
  command: (files, report) => ({
    ...ofPackage('playwright', ['test', '--workers=1', '--retries=0', '--reporter=junit', ...files]),
    environment: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: report },
  }),
  outcomes: readJunit,
  packages: ['@playwright/test'],
  install,
}

/** A list in a report of JSON; a report that is none has no tests. */
function parsed(report: string, key: string): readonly unknown[] {
  try {
    return list(mapping(JSON.parse(report) as unknown)[key])
  } catch {
    return []
  }
}

function messageOf(message: unknown): Pick<TestOutcome, 'message'> {
  return typeof message === 'string' ? { message } : {}
}
