import type { Collection, SavedRequest } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { Entry } from '../har-document.ts'
import { RecordedSecrets, recordingEnvironment } from '../recorded-secrets.ts'
import { cookiesIn, sessionCookies } from '../../../secrets/index.ts'
import { defined } from '../../../util/defined.ts'
import { jsonIn } from '../../../util/json-in.ts'
import { mapping } from '../../../util/read-values.ts'
import { urlParts } from '../request-url.ts'
import { savedRequest } from '../saved-request.ts'
import { type Correlation, correlate, type HandedOn } from './correlate.ts'
import { withVariables } from './values-in-request.ts'

/** The calls of a recording as steps, one for each, in their order. */
export interface Flow {
  readonly collection: Collection
  /** In the order of the steps. */
  readonly steps: readonly FlowStep[]
  /** The values that one answer gives and later requests send. */
  readonly handedOn: readonly HandedOn[]
  /** Credentials as they were recorded, by the variables of the process that are to give them. They are written nowhere. */
  readonly secrets: Readonly<Record<string, string>>
}

/** The project that a flow is to run in. */
export interface FlowProject {
  /** Names of variables that mean something in it. */
  readonly names: readonly string[]
  /** The credentials that it gives, by the names of their variables. */
  readonly secrets: Readonly<Record<string, string>>
}

/** A step of a flow. */
export interface FlowStep {
  readonly request: SavedRequest
  /** Parts of the call that the step cannot send. */
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/**
 * Makes a flow of calls: every call is a step, repeats among them, and what an answer gives to a later request becomes a variable. That is
 * found before credentials are hidden, so that a token of a sign-in is taken from there; the others become secrets that the
 * environment of the process gives.
 */
export function importFlow(name: string, entries: readonly Entry[], project: FlowProject = noProject): Flow {
  const urls = baseUrls(entries)
  const correlation = correlate(entries, [...urls.values(), ...project.names])
  const secrets = new RecordedSecrets(
    [...urls.values(), ...project.names, ...correlation.handedOn.map(one => one.name)],
    project.secrets,
  )
  const cookies = new Set<string>()
  const made = entries.map((entry, index): FlowStep => {
    const step = flowStep(entry, index, { correlation, secrets, urls, cookies })
    for (const cookie of entry.setsCookies) cookies.add(cookie)
    return step
  })
  addSessions(entries, JSON.stringify(made), secrets)
  const hidden = secrets.hideIn(made as unknown as JsonValue) as unknown as readonly FlowStep[]
  const shared = sharedHeaders(hidden)
  const steps = shared === undefined ? hidden : hidden.map(one => withoutHeaders(one, shared))
  const environment = secrets.environment()
  const [[base] = ['']] = urls
  const others = [...urls].slice(1).map(([origin, variable]) => [variable, origin] as const)
  return {
    collection: {
      name,
      baseUrl: base,
      ...(environment === undefined ? {} : { environment: recordingEnvironment }),
      ...(others.length === 0 ? {} : { variables: Object.fromEntries(others) }),
      ...(shared === undefined ? {} : { settings: { headers: shared } }),
      items: steps.map(({ request }) => request),
      environments: environment === undefined ? [] : [environment],
    },
    steps,
    handedOn: correlation.handedOn,
    secrets: secrets.values(),
  }
}

const noProject: FlowProject = { names: [], secrets: {} }

interface FlowContext {
  readonly correlation: Correlation
  readonly secrets: RecordedSecrets
  readonly urls: ReadonlyMap<string, string>
  readonly cookies: ReadonlySet<string>
}

function flowStep(
  entry: Entry,
  index: number,
  { correlation, secrets, urls, cookies }: FlowContext,
): FlowStep {
  const chosen = withVariables(entry, correlation.variablesOf(index))
  const parts = urlParts(chosen.url)
  const path = parts.template.path
  const literal = { ...parts, template: { path: pathOf(chosen.url), shape: path, variables: {} } }
  const made = savedRequest({ calls: [chosen], chosen, parts: literal }, cookies, {
    ...{ baseUrls: urls, secrets, isFlow: true },
  })
  const errors = 'graphql' in made.request.step && hasErrors(entry) ? [{ '$.errors': { exists: true } }] : []
  const extracts = correlation.handedOn.filter(one => one.entry === index).map(extractOf)
  const hasDots = /\/(?:\.|%2e){1,2}(?:\/|$)|\\/i.test(pathOf(entry.url))
  const step = {
    ...made.request.step,
    ...(hasDots ? { 'path-as-is': true } : {}),
    validations: [{ status: entry.status }, ...errors],
    ...(extracts.length === 0 ? {} : { extracts: Object.fromEntries(extracts) }),
  }
  return { request: { kind: 'request', step }, losses: made.losses }
}

/** The cookies of sessions whose values stand in the steps: a client may have said them in a body before an answer set them. */
function addSessions(entries: readonly Entry[], told: string, secrets: RecordedSecrets): void {
  const lines = entries.flatMap(({ headers, answer }) => [...headers, ...(answer?.headers ?? [])])
  const names = new Map(
    lines.flatMap(([header, line]) => {
      const sessions = new Set(sessionCookies(header, line))
      return cookiesIn(header, line).flatMap(([name, value]) => (sessions.has(value) ? [[value, name]] : []))
    }),
  )
  for (const [value, name] of names)
    if (told.includes(JSON.stringify(value).slice(1, -1))) secrets.placeholder(name, value)
}

/** The headers that every step sends; undefined where there are none. */
function sharedHeaders(steps: readonly FlowStep[]): JsonObject | undefined {
  const all = steps.map(({ request }) => mapping(request.step['headers']))
  const shared = Object.entries(all[0] ?? {}).filter(([name, value]) =>
    all.every(headers => JSON.stringify(headers[name]) === JSON.stringify(value)),
  )
  return all.length < 2 || shared.length === 0 ? undefined : Object.fromEntries(shared)
}

function withoutHeaders(made: FlowStep, shared: JsonObject): FlowStep {
  const { headers, ...step } = made.request.step
  const own = Object.entries(mapping(headers)).filter(([name]) => !Object.hasOwn(shared, name))
  const { name, request, ...rest } = step
  const lines = own.length === 0 ? {} : { headers: Object.fromEntries(own) }
  return { ...made, request: { kind: 'request', step: defined({ name, request, ...lines, ...rest }) } }
}

/** An answer of GraphQL with errors is no success, unless they are asked for. */
function hasErrors({ answer }: Entry): boolean {
  return mapping(jsonIn(answer?.text() ?? ''))['errors'] !== undefined
}

/** The path as it was asked for; what is an id in it and stays is the client's own. */
function pathOf(url: string): string {
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? []
  return (path === '' ? '/' : path).replaceAll(' ', '%20').replaceAll('{{', String.raw`\{{`)
}

function extractOf({ name, place: { from, regex } }: HandedOn): readonly [string, JsonObject | string] {
  return [name, regex === undefined ? from : { from, regex }]
}

/** The variables of the hosts, in the order in which they were called. */
function baseUrls(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const origins = [...new Set(entries.map(({ url }) => urlParts(url).origin))]
  return new Map(origins.map((origin, index) => [origin, index === 0 ? 'baseUrl' : `baseUrl${index + 1}`]))
}
