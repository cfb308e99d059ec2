import type { Result } from '../../model/problem.ts'
import { namedValues } from '../../compile/named-values.ts'
import { argument, misused, nothing, part, type Part, refused, together } from '../../parse/argument-part.ts'
import { readExpectations } from '../call/read-expectations.ts'
import { isStandardInput, readTextArgument } from '../call/read-text-argument.ts'
import { readValue } from '../call/read-value.ts'
import type { GivenStep } from '../call/step-of.ts'
import { mapping } from '../../util/read-values.ts'
import { brokerPart, type Place } from './broker-part.ts'
import { pairOf, readFields } from './read-fields.ts'
import type { EventArguments } from './event-options.ts'

/** The step that `apitest publish` makes of its arguments. */
export async function publishStep(place: Place, given: EventArguments): Promise<Result<GivenStep>> {
  const parts = together([
    brokerPart('publish', place, given),
    readPlain(given),
    await readHeaders(given),
    readPairs('--property', 'properties', given.property),
    await readContent(place, given),
    await readExpectations(given),
  ])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  const step = given.name === undefined ? parts.keys : { name: given.name, ...parts.keys }
  return { ok: true, value: { step, given: parts.given } }
}

function readPlain({ key, partition, routingKey }: EventArguments): Part {
  if (Number.isNaN(partition)) return misused('--partition needs a whole number')
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ['key', key],
    ['partition', partition],
    ['routing-key', routingKey],
  ]
  return together(
    given.map(([name, value]) =>
      value === undefined ? nothing : part({ [name]: value }, argument(`--${name}`, String(value), name)),
    ),
  )
}

async function readHeaders({ header, typedHeader }: EventArguments): Promise<Part> {
  const [texts, typed] = [
    readPairs('--header', 'headers', header),
    await readFields('--typed-header', 'headers', typedHeader),
  ]
  const all = { ...mapping(texts.keys['headers']), ...mapping(typed.keys['headers']) }
  const both = together([texts, typed])
  return both.given.length === 0 ? both : { ...both, keys: { headers: all } }
}

function readPairs(option: string, key: string, written: readonly string[] = []): Part {
  if (written.length === 0) return nothing
  const pairs: (readonly [string, string])[] = []
  for (const text of written) {
    const pair = pairOf(text)
    if (pair === undefined) return misused(`${option} needs 'name: value'`)
    pairs.push(pair)
  }
  return part({ [key]: namedValues(pairs) }, argument(option, written[0], key))
}

/**
 * The message. There must be one: without a value a message to Kafka deletes what is kept under its key, which nobody
 * should do by forgetting an option.
 */
async function readContent({ kind }: Place, given: EventArguments): Promise<Part> {
  const ways = (['json', 'text', 'file', 'null'] as const).filter(name => given[name] !== undefined)
  const [way, other] = ways
  if (way === undefined)
    return misused(
      'there is no message',
      'Give it with --json, --text or --file; --text - reads standard input.',
    )
  if (other !== undefined) return misused(`--${way} and --${other} are two messages`, 'Give one of them.')
  if (way === 'file') return part({ file: given.file ?? '' }, argument('--file', given.file, 'file'))
  if (way === 'null') return kind === 'kafka' ? nothing : misused('--null is for Kafka')
  return way === 'json' ? readJson(given.json ?? '') : readMessageText(given.text ?? '')
}

async function readJson(written: string): Promise<Part> {
  const text = await readTextArgument('--json', written)
  if (!text.ok) return refused(...text.problems)
  const value = await readValue('--json', text.value)
  return value.ok
    ? part({ json: value.value }, argument('--json', written, 'json'))
    : refused(...value.problems)
}

async function readMessageText(written: string): Promise<Part> {
  if (!isStandardInput(written)) return part({ text: written }, argument('--text', written, 'text'))
  const text = await readTextArgument('--text', written)
  return text.ok ? part({ text: text.value }, argument('--text', '-', 'text')) : refused(...text.problems)
}
