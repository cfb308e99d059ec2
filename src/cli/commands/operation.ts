import tools from '../../generated/tools.js'
import { type Problem, type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { inputProblems } from '../../operations/input-problems.ts'
import { operations } from '../../operations/index.ts'
import type { AnyOperation, Permission } from '../../operations/operation.ts'
import { waitExitCode } from '../../operations/services/wait-for-health.ts'
import { jsonText } from '../../report/text/printable.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonObject, JsonValue } from '../../util/json-value.ts'
import { list, mapping, text, texts } from '../../util/read-values.ts'
import { readTextArgument } from '../call/read-text-argument.ts'
import { readValue } from '../call/read-value.ts'
import { defineCommand, type OptionTable, type TypedHelp } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { print } from '../print.ts'
import { refuse } from '../print-result.ts'
import { productionOption } from '../suite-options.ts'

const positionals = {
  name: { describe: 'Its name; alone, all are listed, and with --help it tells what it takes' },
  input: { describe: 'Its input as JSON; @FILE, - for standard input; {} (default)' },
} as const satisfies OptionTable

/** `apitest operation NAME JSON`: any operation by what it is told, which is what an assistant tells its tool. */
export const command = defineCommand({
  positionals,
  options: { production: productionOption },
  firstWords: operations.map(({ name }) => name),
  typedHelp: words => operations.filter(({ name }) => words.includes(name)).map(helpOf)[0],
  examples: [
    ['operation', 'Which there are'],
    ['operation send-request --help', 'What one of them takes'],
    ['operation list-collections', 'What is saved'],
    [`operation send-request '{"step": {"request": "GET http://127.0.0.1:4010/api/health"}}'`, 'One request'],
  ],
  async run({ name, input = '{}', production }) {
    if (name === undefined) {
      const width = Math.max(...operations.map(one => one.name.length))
      print(operations.map(one => `${one.name.padEnd(width)}  ${one.summary}\n`).join(''))
      return 0
    }
    const operation = operationOf(name)
    if (!operation.ok) return refuse(operation.problems)
    const told = await readInput(operation.value, input)
    if (!told.ok) return refuse(told.problems)
    const interrupts = new Interrupts()
    try {
      const whole = { ...told.value, ...(production === true ? { production } : {}) }
      const answer = await operation.value.run(whole as never, hostOf(interrupts))
      if (!answer.ok) return refuse(answer.problems, interrupts.interrupt)
      print(`${jsonText(answer.value, 2)}\n`)
      return interrupts.interrupt.aborted ? 130 : exitCodeOf(name, answer.value as JsonValue)
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

/** Reads the typed input by the schema of the operation. */
async function readInput(operation: AnyOperation, written: string): Promise<Result<JsonObject>> {
  const { name } = operation
  const content = await readTextArgument('the input', written)
  if (!content.ok) return content
  const value = await readValue('the input', content.value)
  if (!value.ok) return { ok: false, problems: value.problems.map(asJson) }
  if (!isObject(value.value)) return usageRefusal('the input is not a JSON object', 'Such as {"count": 5}.')
  const hint = `See apitest operation ${name} --help.`
  const problems = inputProblems(name, schemaOf(operation), value.value)
  return problems.length > 0
    ? { ok: false, problems: problems.map(problem => ({ hint, ...problem })) }
    : { ok: true, value: value.value }
}

/** The reader takes YAML, too; whoever was asked for JSON is told of that. */
function asJson({ message, hint }: Problem): Problem {
  return usageProblem(message.replace('not valid YAML', 'not valid JSON'), hint)
}

/**
 * Makes the schema of an operation's input. The parts that published schemas define are as its tool has them, so far as
 * that goes: the operation itself checks them whole. Keys that only a person gives are in no tool.
 */
function schemaOf({ name, input }: AnyOperation): JsonObject {
  const offered = mapping(tools.find(({ operation }) => operation === name)?.inputSchema['properties'])
  const properties = Object.entries(input.properties).map(([key, own]) => [key, offered[key] ?? own])
  return { ...(input as object), properties: Object.fromEntries(properties) as JsonObject }
}

const classes: Readonly<Record<Permission, string>> = {
  read: 'It only looks.',
  project: 'It changes the project.',
  traffic: 'It sends or runs something.',
}

function helpOf(operation: AnyOperation): TypedHelp {
  const { name, summary, permission } = operation
  const { properties, required } = schemaOf(operation)
  return {
    usage: `apitest operation ${name} [input]`,
    summary: `${summary} ${classes[permission]}`,
    heading: 'Input:',
    entries: Object.entries(mapping(properties)).map(([key, value]) => ({
      text: key,
      summary: [text(mapping(value)['description']) ?? '', ...innerKeys(mapping(value))].join('; '),
      extra: `${kindOf(mapping(value))}${list(required).includes(key) ? ' [required]' : ''}`,
    })),
  }
}

function kindOf({ type = 'any', enum: choices }: JsonObject): string {
  const kind = `[${text(type) ?? 'any'}]`
  return choices === undefined ? kind : `${kind} [choices: ${texts(choices).join(', ')}]`
}

/** Lists the keys of an object, or of each object in a list. */
function innerKeys({ properties, items }: JsonObject): readonly string[] {
  const keys = Object.keys(mapping(properties ?? mapping(items)['properties']))
  return keys.length === 0 ? [] : [`its keys: ${keys.join(', ')}`]
}

/** The exit code of the command that asks for the same. */
function exitCodeOf(name: string, answer: JsonValue): number {
  const { exitCode, result, failure, valid, problems, comparisons } = mapping(answer)
  const own = exitCode ?? mapping(result)['exitCode']
  if (typeof own === 'number') return own
  if (name === 'wait-for-health' || name === 'run-command') return waitExitCode(answer as never)
  if (failure !== undefined) return 3
  if (list(problems).some(one => mapping(one)['severity'] === 'error')) return 2
  const changes = list(comparisons).flatMap(one => list(mapping(mapping(one)['comparison'])['changes']))
  return valid === false || changes.some(one => mapping(one)['level'] === 'breaking') ? 1 : 0
}
