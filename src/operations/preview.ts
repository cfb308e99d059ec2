import { factsOf, plainRequest } from '../actions/index.ts'
import { fileNamesIn } from '../compile/relocate-files.ts'
import type { Result } from '../model/problem.ts'
import { oneLine } from '../report/text/printable.ts'
import { type FilledStep, filledSteps } from '../run/dry-run.ts'
import { maskUrlPasswords } from '../secrets/index.ts'
import { cutText } from '../util/cut-text.ts'
import { plural } from '../util/quantity.ts'
import { text } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import type { Preview } from './operation.ts'
import { changedProduction } from './production.ts'
import type { PreparedRun } from './suites/prepare-run.ts'

/** Things named one by one; the others are counted. */
const mostNamed = 5

/** Characters of a thing that others have written. */
const mostCharacters = 200

/** What a plan is about to do: what is sent where, how often, which files are read and which commands run. */
export function previewPlan({ plan, processEnvironment, secrets }: PreparedRun): Preview {
  const steps = plan.suites.flatMap(planned => filledSteps(planned, processEnvironment, secrets))
  const say = (written: string): string => quoted(maskUrlPasswords(secrets.mask(written)))
  return {
    sentences: [
      ...(plan.suites.length > 1 || steps.length > mostNamed
        ? [
            `Runs ${plural(steps.length, 'step')} of ${listed(plan.suites.map(({ loaded }) => say(loaded.suite.name)))}`,
          ]
        : []),
      ...sendings(steps, say),
      ...sentence('Runs the command', steps.flatMap(commandOf), say),
      ...sentence('Reads the file', [...new Set(steps.flatMap(filesOf))], say),
    ],
    production: changedProduction(plan),
  }
}

/** The same of what may not have been prepared. */
export function previewPrepared(prepared: Result<PreparedRun>): Result<Preview> {
  return prepared.ok ? { ok: true, value: previewPlan(prepared.value) } : prepared
}

/** A text that others have written as one in quotes, which nothing in it can end. */
export function quoted(written: string): string {
  return `"${cutText(oneLine(written).replaceAll('"', "'"), mostCharacters)}"`
}

/** Some things with a comma between them, the others counted. */
export function listed(things: readonly string[]): string {
  const others = things.length - mostNamed
  const named = things.slice(0, mostNamed).join(', ')
  return others > 0 ? `${named} and ${others} more` : named
}

function sendings(steps: readonly FilledStep[], say: (written: string) => string): readonly string[] {
  const lines = steps.flatMap(sendingOf)
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  if (counts.size <= mostNamed)
    return [...counts].map(([line, count]) => `Sends ${say(line)}${count > 1 ? `, ${count} times` : ''}`)
  const places = [...new Set(lines.map(placeOf))]
  return [
    `Sends ${plural(lines.length, 'request')} to ${listed(places.map(say))}`,
    `Among them ${listed([...counts.keys()].map(say))}`,
  ]
}

/** What a step sends: its action key, and the address where that is beside it. */
function sendingOf({ step: { action, retry }, input }: FilledStep): readonly string[] {
  const { sendsRequests, address, bodyKeys = [] } = factsOf(action)
  if (sendsRequests !== true) return []
  const beside = ['topic', 'exchange', 'routing-key', 'queue', address?.key ?? ''].flatMap(key =>
    input[key] === undefined ? [] : [`${key} ${valueText(input[key])}`],
  )
  const first = text(input[action]) ?? ''
  const named = action === plainRequest ? first : [`${action} ${first}`, ...beside].join(', ')
  const body = bodyKeys.find(key => input[key] !== undefined)
  const attempts = retry === undefined ? '' : `, up to ${plural(retry.attempts, 'time')}`
  return [`${named}${body === undefined ? '' : `, with ${body}`}${attempts}`]
}

function placeOf(line: string): string {
  return /^\S+ ([a-z]+:\/\/[^/?#\s]+)/.exec(line)?.[1] ?? line
}

function commandOf({ step: { action }, input }: FilledStep): readonly string[] {
  const { commandKey } = factsOf(action)
  return commandKey === undefined || input[commandKey] === undefined ? [] : [valueText(input[commandKey])]
}

function filesOf({ input }: FilledStep): readonly string[] {
  return fileNamesIn(input).map(({ name }) => name)
}

function sentence(
  beginning: string,
  things: readonly string[],
  say: (written: string) => string,
): readonly string[] {
  if (things.length === 0) return []
  return [`${beginning}${things.length === 1 ? '' : 's'} ${listed(things.map(say))}`]
}
