import { factsOf, plainRequest } from '../actions/index.ts'
import { fileNamesIn } from '../compile/relocate-files.ts'
import type { Configuration } from '../model/configuration.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { oneLine } from '../report/text/printable.ts'
import { type FilledStep, filledSteps } from '../run/dry-run.ts'
import { maskUrlPasswords, withoutCredentials } from '../secrets/index.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { environmentVariable } from '../template/scope.ts'
import { cutText } from '../util/cut-text.ts'
import { plural } from '../util/quantity.ts'
import { mapping, text } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import type { Preview } from './operation.ts'
import { withSetup } from '../plan/plan.ts'
import { besides, changedProduction, changesData, productionIn } from './production.ts'
import type { PreparedRun } from './suites/prepare-run.ts'
import { isCollection } from '../util/is-json.ts'
import { writeJson } from '../util/exact-number.ts'

/** Things named one by one; the others are counted. */
const mostNamed = 10

/** Characters of a thing that others have written, and of a command, of which the end matters. */
const mostCharacters = 400
const mostOfCommand = 4000

/** What nobody sees, and could stand between letters (UAX 44, Default_Ignorable_Code_Point). */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Says what a plan is about to do: what is sent where, how often, which files are read and which commands run. */
export function previewPlan(prepared: PreparedRun, startsServices = false): Preview {
  const { plan, configuration, processEnvironment, secrets } = prepared
  const suites = withSetup(plan)
  const touched = productionIn({ suites })
  const own = suites.flatMap(planned => filledSteps(planned, processEnvironment, secrets))
  const others = suites.flatMap(besides).map((step): FilledStep => ({ step, input: step.input }))
  const steps = [...own, ...others]
  const say: Say = (written, most) => quoted(maskUrlPasswords(secrets.mask(written)), most)
  const written = suites.map(({ settings, values, rows, steps: planned, after, loaded }) => ({
    ...{ settings, values, rows },
    variables: loaded.suite.variables,
    steps: [...planned, ...after],
  }))
  return {
    sentences: [
      ...(plan.suites.length > 1 || steps.length > mostNamed
        ? [
            `Runs ${plural(steps.length, 'step')} of ${listed(plan.suites.map(({ loaded }) => say(loaded.suite.name)))}`,
          ]
        : []),
      ...sendings(steps, say),
      ...(steps.length === 1 ? details(steps, say) : []),
      ...ways(
        steps,
        suites.map(({ settings }) => settings as unknown as JsonObject),
        say,
      ),
      ...sentence('Runs the command', steps.flatMap(commandOf), one => say(one, mostOfCommand)),
      ...sentence('Runs the script', scriptsOf(prepared), one => say(one, mostOfCommand)),
      ...(startsServices ? services(configuration, say) : []),
      ...sentence('Reads the file', [...new Set(steps.flatMap(filesOf))], say),
      ...sentence(
        'Uses the environment variable',
        variablesRead([written, others.map(({ step }) => step)] as unknown as JsonValue),
        say,
      ),
    ],
    // Nobody can tell before whether a service runs already.
    production:
      startsServices && configuration.services.some(({ command }) => command !== '')
        ? touched
        : changedProduction(plan),
    touched,
    whole: writeJson([written, others, startsServices ? configuration.services : []]),
  }
}

type Say = (written: string, most?: number) => string

/** The same of what may not have been prepared. */
export function previewPrepared(prepared: Result<PreparedRun>, startsServices = false): Result<Preview> {
  return prepared.ok ? { ok: true, value: previewPlan(prepared.value, startsServices) } : prepared
}

/** A text that others have written as one in quotes, which nothing in it can end; what is cut is counted. */
export function quoted(written: string, most = mostCharacters): string {
  const line = oneLine(written).replace(invisible, '').replaceAll('"', "'")
  const cut = cutText(line, most)
  return line.length > most ? `"${cut}" (and ${line.length - most} characters more)` : `"${cut}"`
}

/** Some things with a comma between them, the others counted. */
export function listed(things: readonly string[], most = mostNamed): string {
  const others = things.length - most
  const named = things.slice(0, most).join(', ')
  return others > 0 ? `${named} and ${others} more` : named
}

/** A step that is saved, without credentials. */
export function stepWords(step: JsonObject): string {
  const written = withoutCredentials(step)
  return quoted(valueText(written), 1000)
}

/** What may change data comes first, and every place is named. */
function sendings(steps: readonly FilledStep[], say: Say): readonly string[] {
  const lines = steps.flatMap(one => sendingOf(one).map(line => ({ line, changes: changesData(one.step) })))
  const counts = new Map<string, number>()
  for (const { line } of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  const told = ([line, count]: readonly [string, number]): string =>
    `Sends ${say(line)}${count > 1 ? `, ${count} times` : ''}`
  if (counts.size <= mostNamed) return [...counts].map(told)
  const changing = [...counts].filter(([line]) => lines.some(one => one.line === line && one.changes))
  const places = [...new Set(lines.map(({ line }) => placeOf(line)))]
  const others = changing.length - mostNamed
  return [
    `Sends ${plural(lines.length, 'request')} to ${listed(
      places.map(place => say(place)),
      50,
    )}`,
    changing.length === 0 ? 'All of them only read' : `${changing.length} of them may change data`,
    ...changing.slice(0, mostNamed).map(told),
    ...(others > 0 ? [`and ${others} more that may change data`] : []),
  ]
}

/** What a step sends: its action key, and the address where that is beside it. */
function sendingOf({ step: { action, retry }, input }: FilledStep): readonly string[] {
  const { sendsRequests, address, bodyKeys = [], commandKey, onlyPrepares } = factsOf(action)
  const first = valueText(input[action] ?? '')
  if (sendsRequests !== true)
    return commandKey === action || onlyPrepares === true ? [] : [`${action} ${first}`]
  const beside = ['topic', 'exchange', 'routing-key', 'queue', address?.key ?? ''].flatMap(key =>
    input[key] === undefined ? [] : [`${key} ${valueText(input[key])}`],
  )
  const query = Object.entries(mapping(input['query'])).map(([name, value]) => `${name}=${valueText(value)}`)
  const joined = query.length === 0 ? first : `${first}${first.includes('?') ? '&' : '?'}${query.join('&')}`
  const named = action === plainRequest ? joined : [`${action} ${joined}`, ...beside].join(', ')
  const body = bodyKeys.find(key => input[key] !== undefined)
  const attempts = retry === undefined ? '' : `, up to ${plural(retry.attempts, 'time')}`
  return [`${named}${body === undefined ? '' : `, with ${body}`}${attempts}`]
}

/** What one request carries: headers of its own and the body. */
function details(steps: readonly FilledStep[], say: Say): readonly string[] {
  return steps.flatMap(({ step: { action }, input }) => {
    const { bodyKeys = [] } = factsOf(action)
    return ['headers', 'messages', 'message', ...bodyKeys].flatMap(key => {
      const value = input[key]
      return value === undefined ? [] : [`Its ${key}: ${say(valueText(withoutCredentials(value)))}`]
    })
  })
}

/** By which ways that goes beside the straight one, and where credentials are fetched. */
function ways(steps: readonly FilledStep[], settings: readonly JsonObject[], say: Say): readonly string[] {
  const all = [
    ...steps.map(({ step, input }) => ({ ...step.transport, auth: input['auth'] })),
    ...settings,
  ].map(mapping)
  const transports = [...all, ...all.map(one => mapping(one['transport']))]
  const proxies = transports.flatMap(one => addressesIn(one['proxy']))
  const tokens = all.flatMap(one => addressesIn(mapping(mapping(one['auth'])['oauth2'])['token-url']))
  const unverified = transports.some(one => mapping(one['tls'])['verify'] === false)
  const elsewhere = transports.flatMap(one =>
    one['resolve'] === undefined ? [] : [valueText(one['resolve'])],
  )
  return [
    ...sentence('Goes through the proxy', [...new Set(proxies)], say, false),
    ...sentence('Fetches a token with its credentials from', [...new Set(tokens)], say, false),
    ...sentence('Connects elsewhere by', [...new Set(elsewhere)], say, false),
    ...(unverified ? ['Does not verify the certificate of the server'] : []),
  ]
}

/** Scripts may send anything. */
function scriptsOf({ plan }: Pick<PreparedRun, 'plan'>): readonly string[] {
  const all = withSetup(plan).flatMap(({ settings, steps, after }) => [
    settings.scripts,
    ...[...steps, ...after].map(({ step }) => step.scripts),
  ])
  const used = withSetup(plan)
    .flatMap(besides)
    .map(({ scripts }) => scripts)
  return [...new Set([...all, ...used].flatMap(one => textsIn((one ?? []) as unknown as JsonValue)))]
}

/** The texts in a value, but for the names of its keys. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return isCollection(value) ? Object.values<JsonValue>(value).flatMap(textsIn) : []
}

function addressesIn(value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  return [text(value) ?? text(mapping(value)['url']) ?? valueText(value)]
}

function services({ services: all }: Configuration, say: Say): readonly string[] {
  return all.flatMap(({ name, command }) =>
    command === ''
      ? []
      : [`Starts the service ${say(name)} where it does not run: ${say(command, mostOfCommand)}`],
  )
}

/** The variables of the process that are filled in somewhere. */
function variablesRead(written: JsonValue): readonly string[] {
  return [...new Set(placeholdersIn(written).flatMap(({ name }) => environmentVariable(name) ?? []))]
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
  hasPlural = true,
): readonly string[] {
  if (things.length === 0) return []
  return [`${beginning}${hasPlural && things.length > 1 ? 's' : ''} ${listed(things.map(one => say(one)))}`]
}
