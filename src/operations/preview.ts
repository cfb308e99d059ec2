import path from 'node:path'
import { factsOf, plainRequest } from '../actions/index.ts'
import { fileNamesIn } from '../compile/relocate-files.ts'
import type { Configuration } from '../model/configuration.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { oneLine } from '../report/text/printable.ts'
import { type FilledStep, filledSteps } from '../run/dry-run.ts'
import { maskUrlPasswords, type Secrets, withoutCredentials } from '../secrets/index.ts'
import { plural } from '../util/quantity.ts'
import { mapping, text } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import type { Preview } from './operation.ts'
import { type PlannedSuite, withSetup } from '../plan/plan.ts'
import { planUsedSuite } from '../plan/plan-suite.ts'
import { digestOfFile } from '../util/digest-of-file.ts'
import { besides, changedProduction, changesData, handsOn, productionIn } from './production.ts'
import { shownValue } from './shown-value.ts'
import { isCollection } from '../util/is-json.ts'
import { writeJson } from '../util/exact-number.ts'
import { secretCommandLines } from './opening/secret-commands.ts'
import { usedVariables } from './opening/used-variables.ts'
import { type PreparedProjects, type PreparedRun, withSuites } from './opening/prepared-run.ts'

/** Things named one by one; the others are counted, requests by their kind. */
const mostNamed = 10
const mostOfKind = 3

/** Characters that nobody sees, and that could stand between letters (UAX 44, Default_Ignorable_Code_Point). */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Says what a plan is about to do: what is sent where, how often, which files are read and which commands run. */
export function previewPlan(prepared: PreparedRun, startsServices = false): Preview {
  const { plan, configuration, processEnvironment, secrets } = prepared
  const suites = withSetup(plan)
  const touched = productionIn({ suites })
  const steps = suites.flatMap(planned => runningSteps(planned, processEnvironment, secrets))
  const say: Say = written => quoted(maskUrlPasswords(secrets.mask(written)))
  const files = [...new Set(steps.flatMap(filesOf))]
  const written = suites.map(({ settings, values, rows, steps: planned, after, loaded }) => ({
    ...{ settings, values, rows },
    variables: loaded.suite.variables,
    steps: [...planned, ...after],
  }))
  const others = suites.flatMap(besides)
  const commands = [...steps.flatMap(commandOf), ...secretCommandLines(prepared, startsServices)]
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
      ...sentence('Runs the command', commands, say),
      ...sentence('Runs the script', scriptsOf(prepared), say),
      ...(startsServices ? services(configuration, say) : []),
      ...sentence('Reads the file', [...new Set(files.map(({ name }) => name))], say),
      ...sentence('Uses the environment variable', [...new Set(suites.flatMap(usedVariables))], say),
    ],
    // Nobody can tell before whether a service runs already.
    production:
      startsServices &&
      (handsOn(configuration.mocks) || configuration.services.some(({ command }) => command !== ''))
        ? touched
        : changedProduction(plan),
    touched,
    whole: writeJson([
      written,
      others,
      startsServices ? configuration.services : [],
      files.map(({ file }) => digestOfFile(file)),
    ]),
  }
}

type Say = (written: string) => string

/** The same of what may not have been prepared. */
export function previewPrepared(prepared: Result<PreparedRun>): Result<Preview> {
  return prepared.ok ? { ok: true, value: previewPlan(prepared.value) } : prepared
}

/** The same of what runs in several projects, with their services. */
export function previewProjects(prepared: Result<PreparedProjects>): Result<Preview> {
  if (!prepared.ok) return prepared
  const previews = withSuites(prepared.value).map(one => previewPlan(one, true))
  return {
    ok: true,
    value: {
      sentences: [...new Set(previews.flatMap(({ sentences }) => sentences))],
      production: previews.flatMap(({ production }) => production),
      touched: previews.flatMap(({ touched = [] }) => touched),
      whole: previews.map(({ whole = '' }) => whole).join('\n'),
    },
  }
}

/** A text that others have written as one in quotes, which nothing in it can end; none of it is left out. */
export function quoted(written: string): string {
  return `"${oneLine(written).replace(invisible, '').replaceAll('"', "'")}"`
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
  return quoted(shownValue(written))
}

/** Lists the requests: those that may change data come first, and every place is named. */
function sendings(steps: readonly FilledStep[], say: Say): readonly string[] {
  const lines = steps.flatMap(one => sendingOf(one).map(line => ({ line, changes: changesData(one.step) })))
  const counts = new Map<string, number>()
  for (const { line } of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  const told = ([line, count]: readonly [string, number]): string =>
    `Sends ${say(line)}${count > 1 ? `, ${count} times` : ''}`
  if (counts.size <= mostNamed) return [...counts].map(told)
  const changing = [...counts].filter(([line]) => lines.some(one => one.line === line && one.changes))
  const places = [...new Set(lines.map(({ line }) => placeOf(line)))]
  return [
    `Sends ${plural(lines.length, 'request')} to ${listed(
      places.map(place => say(place)),
      Infinity,
    )}`,
    changing.length === 0 ? 'All of them only read' : `${changing.length} of them may change data`,
    ...kindsOf(changing.map(([line]) => line)).flatMap(kind => [
      ...changing.filter(([line]) => kind.slice(0, mostOfKind).includes(line)).map(told),
      ...(kind.length > mostOfKind
        ? [`and ${kind.length - mostOfKind} more with ${say(beginningOf(kind[0] ?? ''))}`]
        : []),
    ]),
  ]
}

/** Groups the lines that are sent by the same method, or in the same way, to the same place. */
function kindsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const kinds = new Map<string, string[]>()
  for (const line of lines) kinds.set(beginningOf(line), [...(kinds.get(beginningOf(line)) ?? []), line])
  return [...kinds.values()]
}

/** The method and the place of what is sent. */
function beginningOf(line: string): string {
  return /^\S+ (?:[a-z]+:\/\/[^/?#\s]+)?/.exec(line)?.[0] ?? line
}

/** Describes the sending of a step: its action key, and the address where that is beside it. */
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

/** Describes the details of one request: headers of its own and the body. */
function details(steps: readonly FilledStep[], say: Say): readonly string[] {
  return steps.flatMap(({ step: { action }, input }) => {
    const { bodyKeys = [] } = factsOf(action)
    return ['headers', 'messages', 'message', ...bodyKeys].flatMap(key => {
      const value = input[key]
      return value === undefined ? [] : [`Its ${key}: ${say(shownValue(withoutCredentials(value)))}`]
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
    command === '' ? [] : [`Starts the service ${say(name)} where it does not run: ${say(command)}`],
  )
}

function placeOf(line: string): string {
  return /^\S+ ([a-z]+:\/\/[^/?#\s]+)/.exec(line)?.[1] ?? line
}

function commandOf({ step: { action }, input }: FilledStep): readonly string[] {
  const { commandKey } = factsOf(action)
  return commandKey === undefined || input[commandKey] === undefined ? [] : [valueText(input[commandKey])]
}

/** The files that a step reads, as they are named and where they are. */
function filesOf({ input, directory }: RunningStep): readonly { name: string; file: string }[] {
  return fileNamesIn(input).map(({ name }) => ({ name, file: path.resolve(directory, name) }))
}

/** A step, filled in, and the folder that names of files in it count from. */
interface RunningStep extends FilledStep {
  readonly directory: string
}

/** The steps of a suite, with those of the suites that it uses, as these are given their variables. */
function runningSteps(
  planned: PlannedSuite,
  processEnvironment: PreparedRun['processEnvironment'],
  secrets: Secrets,
): readonly RunningStep[] {
  const directory = path.dirname(planned.loaded.suite.file)
  return filledSteps(planned, processEnvironment, secrets).flatMap((filled): readonly RunningStep[] => {
    const { step, input } = filled
    const file = path.resolve(directory, text(input[step.action]) ?? '')
    if (factsOf(step.action).runsSuite !== true || !planned.loaded.uses.has(file))
      return [{ ...filled, directory }]
    const used = planUsedSuite(file, planned)
    const commandLine = { ...used.values.commandLine, ...mapping(input['with']) }
    const given = { ...used, values: { ...used.values, commandLine } }
    return [{ ...filled, directory }, ...runningSteps(given, processEnvironment, secrets)]
  })
}

function sentence(
  beginning: string,
  things: readonly string[],
  say: (written: string) => string,
  hasPlural = true,
): readonly string[] {
  if (things.length === 0) return []
  const all = listed(
    things.map(one => say(one)),
    Infinity,
  )
  return [`${beginning}${hasPlural && things.length > 1 ? 's' : ''} ${all}`]
}
