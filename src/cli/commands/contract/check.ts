import path from 'node:path'
import { worstExitCode } from '../../../model/exit-code.ts'
import { type Problem, type Result, usageProblem } from '../../../model/problem.ts'
import type { RunEvent } from '../../../model/run-event.ts'
import type { Host } from '../../../operations/operation.ts'
import { checkContract } from '../../../operations/contract/check-contract.ts'
import type { ValueOf } from '../../../operations/schema.ts'
import { defined } from '../../../util/defined.ts'
import { reporterNames } from '../../../report/index.ts'
import { checkTable } from '../../../report/contract/check-table.ts'
import { placeOf } from '../../../report/text/place.ts'
import { jsonText } from '../../../report/text/printable.ts'
import { authOptions, sendOptions, contextOptions, transportOptions } from '../../call/call-options.ts'
import { together } from '../../call/part.ts'
import { readAuth } from '../../call/read-auth.ts'
import { readHeaders } from '../../call/read-headers.ts'
import { readTransport } from '../../call/read-transport.ts'
import { defineCommand, type Given, type OptionTable, text, texts, wholeNumber, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { numberProblems } from '../../number-problems.ts'
import { print, printAside } from '../../print.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../../reporters.ts'
import { outputPalette, refuse } from '../../print-result.ts'
import { parseVariables } from '../../option-change.ts'
import { allowOption, contextOf } from '../../suite-options.ts'

const input = checkContract.input.properties

/** Which operations are called, and with what. */
const choiceOptions = {
  spec: { ...text, demandOption: true, describe: input.spec.description },
  tag: { ...texts, describe: `${input.tags.description}; repeatable` },
  operation: {
    ...texts,
    describe: `${input.operations.description}; repeatable`,
  },
  exclude: { ...texts, describe: `${input.exclude.description}; repeatable` },
  'include-writes': { ...yes, describe: input.includeWrites.description },
  'max-operations': wholeNumber(input.maxOperations),
  'max-parameters': wholeNumber(input.maxParameters),
  negative: { ...yes, describe: input.negative.description },
  'negative-cases': wholeNumber(input.negativeCases),
  seed: wholeNumber(input.seed),
  param: { ...texts, describe: 'Value of a parameter, id=7, or getUser.id=7 of one operation; repeatable' },
  params: { ...text, describe: input.valuesFile.description },
  collection: { ...text, describe: input.collection.description },
  allow: allowOption,
} as const

const outcomeOptions = {
  reporter: {
    ...reporterOption,
    describe: `A report, name or name=file, beside the table; repeatable: ${reporterNames.join(', ')}`,
  },
  json: { ...yes, describe: 'Print the report as JSON instead of the table' },
} as const

const { header, cookie, 'max-time': maxTime } = sendOptions
const { env, var: variable, 'env-file': envFile, config, production } = contextOptions

/** Credentials and connection are those of `apitest send`. */
const options = {
  ...choiceOptions,
  header,
  cookie,
  'max-time': maxTime,
  ...authOptions,
  ...transportOptions,
  env,
  var: variable,
  'env-file': envFile,
  config,
  production,
  ...outcomeOptions,
} as const satisfies OptionTable

const positionals = {
  'base-url': { ...text, describe: input.baseUrl.description },
} as const satisfies OptionTable

/** `apitest contract check BASE_URL`: a live API held to its description. */
export const command = defineCommand({
  operations: [checkContract],
  positionals,
  options,
  usage: ['contract check BASE_URL --spec FILE [options]'],
  groups: {
    'Operations:': Object.keys(choiceOptions),
    'Request:': ['header', 'cookie', 'max-time'],
    'Credentials:': Object.keys(authOptions),
    'Connection:': Object.keys(transportOptions),
    'Surroundings:': ['env', 'var', 'env-file', 'config', 'production'],
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
  const told = inputOf(given)
  const chosen = parseReporters(given.reporter ?? [])
  const problems = [told, chosen].flatMap(one => (one.ok ? [] : one.problems))
  if (!told.ok || !chosen.ok || problems.length > 0) return refuse(problems)
  const { spec, valuesFile = '', configurationFile = 'apitest.config.yaml' } = told.value.input
  const workingFolder = process.cwd()
  const refused = await refuseOverInputs(reportFiles(chosen.value), workingFolder, () => [
    ...[spec, valuesFile, configurationFile],
    path.join('.tool', 'api-collections.json'),
  ])
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
    const { words } = told.value
    const answer = await checkContract.run(told.value.input, hostOf(interrupts, { emit, words }))
    const unwritten = await reporters.finish()
    if (!answer.ok) return refuse([...answer.problems, ...unwritten])
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

type CheckInput = ValueOf<typeof checkContract.input>

/** The input of the check, and the words that its settings were made of. */
interface Told {
  readonly input: CheckInput
  readonly words: NonNullable<Host['words']>
}

function inputOf(given: CheckArguments): Result<Told> {
  const variables = parseVariables(given.var ?? [])
  const values = readParameters(given.param ?? [])
  const { json: _, ...call } = given
  const settings = together([readHeaders(call), readAuth(call), readTransport(call)])
  const misuse = usageProblems(given)
  const problems = [variables, values].flatMap(one => (one.ok ? [] : one.problems))
  if (!variables.ok || !values.ok || settings.problems.length + misuse.length > 0)
    return { ok: false, problems: [...problems, ...settings.problems, ...misuse] }
  const { spec, params: valuesFile, collection, tag: tags, operation: operations, exclude } = given
  const { includeWrites, maxOperations, maxParameters } = given
  const { negative, negativeCases, seed } = given
  const choice = { tags, operations, exclude, includeWrites, maxOperations, maxParameters }
  const checked = {
    ...contextOf(given),
    baseUrl: given.baseUrl ?? '',
    spec,
    values: values.value,
    settings: settings.keys,
    variables: variables.value,
    ...defined({ ...choice, negative, negativeCases, seed, valuesFile, collection }),
  }
  return { ok: true, value: { input: checked, words: { settings: settings.given } } }
}

function usageProblems(given: CheckArguments): readonly Problem[] {
  const { baseUrl = '', json, reporter = [] } = given
  const needsUrl = usageProblem('a base URL is needed', 'Such as https://api.example.com/v1.')
  const onTerminal = reporter.find(text => !text.includes('='))
  return [
    ...(baseUrl.trim() === '' ? [needsUrl] : []),
    ...numberProblems(choiceOptions, given),
    ...(json === true && onTerminal !== undefined
      ? [usageProblem(`--json and ${onTerminal} would both write to the terminal`)]
      : []),
  ]
}

/** Reads the values of --param. */
function readParameters(written: readonly string[]): Result<NonNullable<CheckInput['values']>> {
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
