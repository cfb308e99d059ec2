import { callAsCurl } from '../../../operations/history/call-as-curl.ts'
import { showCall } from '../../../operations/history/show-call.ts'
import { usageProblem } from '../../../model/problem.ts'
import { callDetails } from '../../../report/terminal/call-lines.ts'
import { defined } from '../../../util/defined.ts'
import { defineCommand, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { optionsOf } from '../../options-of.ts'
import { outputPalette, printResult, refuse } from '../../print-result.ts'
import { camelCase } from '../../tokens.ts'
import { recordOptions } from './record-options.ts'

const { positionals, options, inputOf } = optionsOf(callAsCurl.input, {
  positionals: ['id'],
  keys: { showsSecrets: { name: 'show-secrets', describe: 'Leave credentials readable in --curl' } },
})

const { config: _, ...forCurl } = options

/** `apitest history show`: everything about one call, or the curl command that sends it again. */
export const command = defineCommand({
  operations: [showCall, callAsCurl],
  positionals,
  options: {
    ...recordOptions,
    curl: { ...yes, describe: 'Print the curl command that sends it again' },
    ...options,
  },
  async run(given) {
    const told = inputOf(given)
    if (!told.ok) return refuse(told.problems)
    if (given.curl === true)
      return printResult(await callAsCurl.run(told.value, hostOf()), given, ({ curl }) => [curl])
    const { id, configurationFile } = told.value
    const idle = Object.keys(forCurl).find(name => Object.hasOwn(given, camelCase(name)))
    if (idle !== undefined)
      return refuse([usageProblem(`--${idle} is for --curl`, 'A call is shown as it is kept: add --curl.')])
    const call = await showCall.run(defined({ id, configurationFile }), hostOf())
    return printResult(call, given, value => callDetails(value, outputPalette()))
  },
})
