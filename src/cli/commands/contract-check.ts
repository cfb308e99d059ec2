import path from 'node:path'
import { usualCap, usualParameterCap } from '../../contract/live/select-operations.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { checkContract } from '../../operations/contract/check-contract.ts'
import type { CheckContractInput } from '../../operations/contract/prepare-contract-check.ts'
import { checkTable } from '../../report/contract/check-table.ts'
import { placeOf } from '../../report/text/place.ts'
import { jsonText } from '../../report/text/printable.ts'
import { together } from '../call/part.ts'
import { readAuth } from '../call/read-auth.ts'
import { readHeaders } from '../call/read-headers.ts'
import { withScheme } from '../call/read-target.ts'
import { readTransport } from '../call/read-transport.ts'
import type { ContractCheckArguments } from '../contract/check-options.ts'
import { Interrupts } from '../interrupts.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { parseVariables } from '../run-input.ts'
import { outputPalette, refuse } from '../saved/tell.ts'
import { surroundingsOf } from '../surroundings.ts'

/** `apitest contract check BASE_URL`: a live API held to its description. Answers with the exit code. */
export async function checkLive(given: ContractCheckArguments): Promise<number> {
  const input = inputOf(given)
  const chosen = parseReporters(given.reporter ?? [])
  const problems = [input, chosen].flatMap(one => (one.ok ? [] : one.problems))
  if (!input.ok || !chosen.ok || problems.length > 0) return refuse(problems)
  const { workingFolder, spec, valuesFile = '', configurationFile = 'apitest.config.yaml' } = input.value
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
    const answer = await checkContract(input.value, {
      get interrupt() {
        return interrupts.interrupt
      },
      emit: event => {
        if (event.type === 'step-finished')
          places.set(event.result.name, placeOf(event.result.span, workingFolder))
        reporters.emit(event)
      },
    })
    const unwritten = await reporters.finish()
    if (answer.check !== undefined && given.json === true) print(`${jsonText(answer.check, 2)}\n`)
    else if (answer.check !== undefined && isTable) print(checkTable(answer.check, outputPalette(), places))
    if (answer.file !== undefined) printAside(`report ${path.relative(workingFolder, answer.file)}\n`)
    printProblems([...answer.problems, ...unwritten])
    return worstExitCode([answer.exitCode, ...unwritten.map(() => 2)])
  } finally {
    interrupts.release()
  }
}

function inputOf(given: ContractCheckArguments): Result<CheckContractInput> {
  const variables = parseVariables(given.var ?? [])
  const values = readParameters(given.param ?? [])
  const { json: _, ...call } = given
  const settings = together([readHeaders(call), readAuth(call), readTransport(call)])
  const misuse = usageProblems(given)
  const problems = [variables, values].flatMap(one => (one.ok ? [] : one.problems))
  if (!variables.ok || !values.ok || settings.problems.length + misuse.length > 0)
    return { ok: false, problems: [...problems, ...settings.problems, ...misuse] }
  const { spec, params, collection } = given
  return {
    ok: true,
    value: {
      ...surroundingsOf(given),
      baseUrl: withScheme(given.baseUrl ?? ''),
      spec,
      choice: {
        tags: given.tag ?? [],
        operations: given.operation ?? [],
        exclude: given.exclude ?? [],
        includeWrites: given.includeWrites === true,
        maxOperations: given.maxOperations ?? usualCap,
        maxParameters: given.maxParameters ?? usualParameterCap,
      },
      values: values.value,
      settings: settings.keys,
      given: settings.given,
      variables: variables.value,
      ...(params === undefined ? {} : { valuesFile: params }),
      ...(collection === undefined ? {} : { collection }),
    },
  }
}

function usageProblems({
  baseUrl = '',
  maxOperations = usualCap,
  maxParameters = usualParameterCap,
  json,
  reporter = [],
}: ContractCheckArguments) {
  const needsUrl = usageProblem('a base URL is needed', 'Such as https://api.example.com/v1.')
  const onTerminal = reporter.find(text => !text.includes('='))
  return [
    ...(baseUrl.trim() === '' ? [needsUrl] : []),
    ...(Number.isInteger(maxOperations) && maxOperations >= 1
      ? []
      : [usageProblem('--max-operations must be a whole number from 1')]),
    ...(Number.isInteger(maxParameters) && maxParameters >= 0
      ? []
      : [usageProblem('--max-parameters must be a whole number from 0')]),
    ...(json === true && onTerminal !== undefined
      ? [usageProblem(`--json and ${onTerminal} would both write to the terminal`)]
      : []),
  ]
}

/** Reads the values of --param. */
function readParameters(written: readonly string[]): Result<CheckContractInput['values']> {
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
