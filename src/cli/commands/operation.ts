import tools from '../../generated/tools.js'
import { inputProblems } from '../../mcp/input-problems.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { operations } from '../../operations/index.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { jsonText } from '../../report/text/printable.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonObject, JsonValue } from '../../util/json-value.ts'
import { mapping } from '../../util/read-values.ts'
import { readTextArgument } from '../call/read-text-argument.ts'
import { readValue } from '../call/read-value.ts'
import { defineCommand, type OptionTable } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { print } from '../print.ts'
import { refuse } from '../print-result.ts'
import { productionOption } from '../suite-options.ts'

const positionals = {
  name: { demandOption: true, describe: 'Its name, as docs/operations.md lists it' },
  input: { describe: 'What it is told, as JSON; @FILE, - for standard input; {} unless said' },
} as const satisfies OptionTable

/** `apitest operation NAME JSON`: any operation by what it is told, which is what an assistant tells its tool. */
export const command = defineCommand({
  positionals,
  options: { production: productionOption },
  needs: ['the operation', 'docs/operations.md lists them.'],
  examples: [
    ['operation list-collections', 'What is saved'],
    [`operation send-request '{"step": {"request": "GET http://127.0.0.1:4010/api/health"}}'`, 'One request'],
  ],
  async run({ name, input = '{}', production }) {
    const operation = operationOf(name)
    if (!operation.ok) return refuse(operation.problems)
    const told = await readInput(operation.value, input)
    if (!told.ok) return refuse(told.problems)
    const interrupts = new Interrupts()
    try {
      const whole = { ...told.value, ...(production === true ? { production } : {}) }
      const answer = await operation.value.run(whole as never, hostOf(interrupts))
      if (!answer.ok) return refuse(answer.problems)
      print(`${jsonText(answer.value, 2)}\n`)
      const { exitCode } = mapping(answer.value as JsonValue)
      return typeof exitCode === 'number' ? exitCode : 0
    } finally {
      interrupts.release()
    }
  },
})

function operationOf(name: string): Result<AnyOperation> {
  const found = operations.find(operation => operation.name === name)
  if (found !== undefined) return { ok: true, value: found }
  const names = operations.map(operation => operation.name)
  return usageRefusal(
    `"${name}" is not an operation`,
    didYouMean(name, names) ?? `Operations are ${names.join(', ')}.`,
  )
}

/** What was typed, by the schema of the tool; what only a person may say is no part of that. */
async function readInput({ name, input }: AnyOperation, written: string): Promise<Result<JsonObject>> {
  const text = await readTextArgument('the input', written)
  if (!text.ok) return text
  const value = await readValue('the input', text.value)
  if (!value.ok) return value
  if (!isObject(value.value)) return usageRefusal('the input is not a JSON object', 'Such as {"count": 5}.')
  const byTool = Object.entries(value.value).filter(([key]) => input.properties[key]?.byHand !== true)
  const tool = tools.find(({ operation }) => operation === name)
  const problems = tool === undefined ? [] : inputProblems(name, tool.inputSchema, Object.fromEntries(byTool))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value.value }
}
