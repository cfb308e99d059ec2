import { operatorNames } from '../../generated/language.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Result, usageProblem, usageRefusal, problemsIn } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { usualAttempts } from '../../operations/calls/call-operations.ts'
import { isObject } from '../../util/is-json.ts'
import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, type Part, refused, together } from '../../parse/argument-part.ts'
import { readValue } from './read-value.ts'
import { defined } from '../../util/defined.ts'

/** Reads --validate and --extract: a line of a suite's YAML each. */
export async function readExpectations({ validate = [], extract = [] }: CallArguments): Promise<Part> {
  return together([
    await readValidations('--validate', validate, ['validations']),
    await readExtracts(extract),
  ])
}

/** Reads --interval, --times, --until and --stop-when. */
export async function readRetry(given: CallArguments): Promise<Part> {
  const { times, interval, until, stopWhen = [] } = given
  if (Number.isNaN(times)) return misused('--times needs a whole number')
  const stops = await readValidations('--stop-when', stopWhen, ['retry', 'stop-when'])
  const retry: JsonObject = defined({
    attempts: times ?? usualAttempts,
    interval,
    until,
    'stop-when': stops.keys['stop-when'],
  })
  return {
    keys: { retry },
    given: [
      argument('--times', times === undefined ? undefined : String(times), 'retry', 'attempts'),
      argument('--interval', interval, 'retry', 'interval'),
      argument('--until', until, 'retry', 'until'),
      ...stops.given,
    ],
    problems: stops.problems,
  }
}

async function readValidations(
  option: string,
  written: readonly string[],
  path: DocumentPath,
): Promise<Part> {
  const read = await Promise.all(written.map(text => readValidation(option, text)))
  const problems = problemsIn(...read)
  if (problems.length > 0) return refused(...problems)
  if (read.length === 0) return nothing
  return {
    keys: { [String(path.at(-1))]: read.flatMap(one => (one.ok ? [one.value] : [])) },
    given: written.map((text, index) => argument(option, text, ...path, index)),
    problems: [],
  }
}

/** `TARGET: EXPECTED` as in a suite, `TARGET OPERATOR VALUE`, `TARGET exists` or `TARGET missing`. */
async function readValidation(option: string, text: string): Promise<Result<JsonObject>> {
  const [, target, operator, expected = ''] = inWords.exec(text) ?? alone.exec(text) ?? []
  if (target !== undefined && operator !== undefined) {
    const value = await readValue(`${option} ${text}`, expected === '' ? 'true' : expected)
    return value.ok ? { ok: true, value: { [target.trim()]: { [operator]: value.value } } } : value
  }
  const value = await readValue(`${option} ${text}`, text)
  if (!value.ok) return value
  return isObject(value.value) ? { ok: true, value: value.value } : malformed(option, text)
}

const target = String.raw`(status|text|time|header\s+(?:\{\{[^{}]*\}\}|[^\s:])+|\$\S*)`

const inWords = new RegExp(`^${target}\\s+(${operatorNames.join('|')})\\s+(.+)$`, 's')

/** The operators that say all by themselves; behind a colon they are texts. */
const alone = new RegExp(`^${target}(?<!:)\\s+(exists|missing)$`)

function malformed(option: string, text: string): Result<never> {
  const hint = `Write it as in a suite: ${option} 'status: 200', or ${option} '$.id greater-than 0'.`
  return usageRefusal(`${option} ${text} does not say what is expected`, hint)
}

async function readExtracts(written: readonly string[]): Promise<Part> {
  const extracts: Record<string, JsonValue> = {}
  const part: { given: Part['given'][number][]; problems: Part['problems'][number][] } = {
    given: [],
    problems: [],
  }
  for (const text of written) {
    const value = await readValue(`--extract ${text}`, text)
    if (!value.ok) part.problems.push(...value.problems)
    else if (!isObject(value.value))
      part.problems.push(
        usageProblem(
          `--extract ${text} does not name a variable`,
          "Write it as in a suite: --extract 'id: $.id'.",
        ),
      )
    else
      for (const [name, from] of Object.entries(value.value)) {
        extracts[name] = from
        part.given.push(argument('--extract', text, 'extracts', name))
      }
  }
  return { ...part, keys: written.length === 0 ? {} : { extracts } }
}
