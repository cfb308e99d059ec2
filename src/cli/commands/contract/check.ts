import path from 'node:path'
import { worstExitCode } from '../../../model/exit-code.ts'
import { type Problem, type Result, usageProblem, problemsIn } from '../../../model/problem.ts'
import type { RunEvent } from '../../../model/run-event.ts'
import type { Host } from '../../../operations/operation.ts'
import { checkContract } from '../../../operations/contract/check-contract.ts'
import { placed } from '../../../operations/input-keys.ts'
import type { ValueOf } from '../../../operations/schema.ts'
import { scopeFiles } from '../../../operations/suites/scope-files.ts'
import { reporterNames } from '../../../report/index.ts'
import { checkTable } from '../../../report/contract/check-table.ts'
import { placeOf } from '../../../report/text/place.ts'
import { jsonText } from '../../../report/text/printable.ts'
import { authOptions, sendOptions, transportOptions } from '../../call/call-options.ts'
import { together } from '../../../parse/argument-part.ts'
import { readAuth } from '../../call/read-auth.ts'
import { readHeaders } from '../../call/read-headers.ts'
import { readTransport } from '../../call/read-transport.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { optionsOf } from '../../options-of.ts'
import { print, printAside } from '../../print.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../../reporters.ts'
import { callSurroundings } from '../../suite-options.ts'
import { outputPalette, refuse } from '../../print-result.ts'

/** Which operations are called, and with what. */
const { positionals, inputOf, ...choice } = optionsOf(checkContract.input, {
  positionals: ['baseUrl'],
  keys: {
    baseUrl: { demandOption: false },
    ignoreFile: { name: 'ignore' },
    tags: { name: 'tag' },
    operations: { name: 'operation' },
    values: {
      name: 'param',
      array: true,
      describe: 'Value of a parameter, id=7, or getUser.id=7 of one operation; repeatable',
      read: readParameters,
    },
    valuesFile: { name: 'params' },
  },
})

const outcomeOptions = {
  reporter: {
    ...reporterOption,
    describe: `A report, name or name=file, beside the table; repeatable: ${reporterNames.join(', ')}`,
  },
  json: { ...yes, describe: 'Print the report as JSON instead of the table' },
} as const

const { header, cookie, 'max-time': maxTime } = sendOptions

/** Credentials and connection are those of `apitest send`. */
const options = {
  ...choice.options,
  header,
  cookie,
  'max-time': maxTime,
  ...authOptions,
  ...transportOptions,
  ...callSurroundings.options,
  ...outcomeOptions,
} as const satisfies OptionTable

/** `apitest contract check BASE_URL`: a live API held to its description. */
export const command = defineCommand({
  operations: [checkContract],
  positionals,
  options,
  usage: ['contract check BASE_URL --spec FILE [options]'],
  groups: {
    'Operations:': Object.keys(choice.options).filter(name => !(name in callSurroundings.options)),
    'Request:': ['header', 'cookie', 'max-time'],
    'Credentials:': Object.keys(authOptions),
    'Connection:': Object.keys(transportOptions),
    'Surroundings:': Object.keys(callSurroundings.options),
    'Report:': Object.keys(outcomeOptions),
  },
  examples: [
    ['contract check http://127.0.0.1:4010 --spec openapi.yaml', 'Call everything that only reads'],
    [
      'contract check :4010 --spec openapi.yaml --include-writes --param id=7',
      'Call the rest, too, and use a real id',
    ],
    [
      'contract check :4010 --spec openapi.yaml --tag users --bearer $TOKEN --reporter junit=contract.xml',
      'One part of the API, with a token, and a report for CI',
    ],
  ],
  run: checkLive,
})

type CheckArguments = Given<typeof positionals> & Given<typeof options>

async function checkLive(given: CheckArguments): Promise<number> {
  const told = toldOf(given)
  const chosen = parseReporters(given.reporter ?? [])
  const problems = problemsIn(told, chosen)
  if (!told.ok || !chosen.ok || problems.length > 0) return refuse(problems)
  const { input, words } = told.value
  const workingFolder = process.cwd()
  const refused = await refuseOverInputs(reportFiles(chosen.value), workingFolder, () => {
    const { spec, valuesFile, collection, settings } = input
    return scopeFiles(placed(input, hostOf()), { about: [spec], written: [valuesFile, collection, settings] })
  })
  if (refused.length > 0) return refuse(refused)
  const isTable = given.json !== true && chosen.value.every(({ file }) => file !== undefined)
  const reporters = startReporters(chosen.value, {
    workingFolder,
    verbose: false,
    environment: process.env,
    isShown: isTable,
  })
  const places = new Map<string, string>()
  const interrupts = new Interrupts()
  try {
    const emit = (event: RunEvent): void => {
      if (event.type === 'step-finished')
        places.set(event.result.name, placeOf(event.result.span, workingFolder))
      reporters.emit(event)
    }
    const answer = await checkContract.run(input, hostOf(interrupts, { emit, words }))
    const unwritten = await reporters.finish()
    if (!answer.ok) return refuse([...answer.problems, ...unwritten], interrupts.interrupt)
    const { check, exitCode, file, problems: found } = answer.value
    if (given.json === true) print(`${jsonText(check, 2)}\n`)
    else if (isTable) print(checkTable(check, outputPalette(), places))
    if (file !== undefined) printAside(`report ${path.relative(workingFolder, file)}\n`)
    printProblems([...found, ...unwritten])
    return worstExitCode([exitCode, ...unwritten.map(() => 2)])
  } finally {
    interrupts.release()
  }
}

/** The input of the check, and the words that its settings were made of. */
interface Told {
  readonly input: ValueOf<typeof checkContract.input>
  readonly words: NonNullable<Host['words']>
}

function toldOf(given: CheckArguments): Result<Told> {
  const told = inputOf(given)
  const { json: _, ...call } = given
  const settings = together([readHeaders(call), readAuth(call), readTransport(call)])
  const problems = [...(told.ok ? [] : told.problems), ...settings.problems, ...usageProblems(given)]
  if (!told.ok || problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    value: { input: { ...told.value, settings: settings.keys }, words: { settings: settings.given } },
  }
}

function usageProblems(given: CheckArguments): readonly Problem[] {
  const { baseUrl = '', json, reporter = [] } = given
  const needsUrl = usageProblem('a base URL is needed', 'Such as https://api.example.com/v1.')
  const onTerminal = reporter.find(text => !text.includes('='))
  return [
    ...(baseUrl.trim() === '' ? [needsUrl] : []),
    ...(json === true && onTerminal !== undefined
      ? [usageProblem(`--json and ${onTerminal} would both write to the terminal`)]
      : []),
  ]
}

/** Reads the values of --param. */
function readParameters(written: readonly string[]): Result<NonNullable<Told['input']['values']>> {
  const wrong = written.filter(text => !/^[^=]+=/s.test(text))
  if (wrong.length > 0)
    return {
      ok: false,
      problems: wrong.map(text => usageProblem(`--param ${text} is not name=value`, 'Write --param id=7.')),
    }
  return {
    ok: true,
    value: written.map(text => ({
      name: text.slice(0, text.indexOf('=')).trim(),
      value: text.slice(text.indexOf('=') + 1),
    })),
  }
}
