import type { HeaderList } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext, InputOf } from '../action.ts'
import type { Auth, OAuth2Client } from '../auth/auth.ts'
import { readAuth } from '../auth/read-auth.ts'
import { correlationOf } from '../correlation.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'

/** The metadata in front of the messages, and the client that fetches a token for it first. */
export interface PreparedMetadata {
  /** Names in lower case; the values of `-bin` names are base64. */
  readonly lines: HeaderList
  readonly oauth2?: OAuth2Client
}

/** Headers that belong to HTTP or to gRPC itself, and are not for a step to say. */
const reserved =
  /^(:|grpc-(?!trace-bin)|te$|content-type$|content-length$|host$|connection$|transfer-encoding$)/

/** Headers of the settings that mean something to HTTP only. */
const ofHttp = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'cookie', 'expect'])

/** The metadata of a call: headers of the settings, the step's own, credentials, and the run's id. */
export function prepareMetadata(input: InputOf<'grpc'>, context: ActionContext): Prepared<PreparedMetadata> {
  const { settings, runId } = context
  const own = readMetadata(input.metadata)
  if (!own.ok) return own
  const names = new Set(own.value.map(([name]) => name))
  const auth = chooseAuth(input.auth, settings.auth, names)
  if (!auth.ok) return auth
  const credentials = auth.value?.kind === 'fixed' ? auth.value.credentials : undefined
  for (const secret of credentials?.secrets ?? []) context.hide(secret)
  const correlation = correlationOf(settings, runId)
  const lines = distinct([
    ...own.value,
    ...(credentials === undefined ? [] : [[credentials.name.toLowerCase(), credentials.value] as const]),
    ...sharedLines(settings.headers),
    ...(correlation === undefined ? [] : [[correlation.header.toLowerCase(), correlation.id] as const]),
  ])
  const wrong = lines.map(([name, value]) => lineProblem(name, value)).find(problem => problem !== undefined)
  if (wrong !== undefined) return wrong
  return prepared({ lines, ...(auth.value?.kind === 'oauth2' ? { oauth2: auth.value.client } : {}) })
}

/** Metadata that something other than a step says: headers and trailers of an answer. */
export function checkedMetadata(given: JsonValue | undefined): Prepared<HeaderList> {
  const lines = readMetadata(given)
  if (!lines.ok) return lines
  const wrong = lines.value.map(([name, value]) => lineProblem(name, value)).find(one => one !== undefined)
  return wrong ?? lines
}

function readMetadata(given: JsonValue | undefined): Prepared<HeaderList> {
  if (given === undefined || given === null) return prepared([])
  if (!isObject(given)) return unfit('metadata must be a mapping of names and values')
  const lines: (readonly [string, string])[] = []
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    const values = scalarTexts(value)
    if (values === undefined)
      return unfit(`metadata "${written}" must be text, a number, true, false, or a list of those`)
    if (reserved.test(name)) return unfit(`metadata "${written}" cannot be set: it belongs to the protocol`)
    lines.push(...values.map(text => [name, text] as const))
  }
  return prepared(lines)
}

/** Picks the headers of the settings that gRPC can carry, as all steps share them. */
function sharedLines(headers: JsonObject | undefined): HeaderList {
  return Object.entries(headers ?? {}).flatMap(([written, value]) => {
    const name = written.toLowerCase()
    if (reserved.test(name) || ofHttp.has(name)) return []
    return (scalarTexts(value) ?? []).map(text => [name, text] as const)
  })
}

/** Without lines whose name an earlier group has said already; a name that comes twice within one group stays. */
function distinct(lines: HeaderList): HeaderList {
  return lines.filter(([name, value], index) => {
    const first = lines.findIndex(([other]) => other === name)
    const between = lines.slice(first, index)
    return between.every(([other]) => other === name) && !between.some(line => line[1] === value)
  })
}

function chooseAuth(
  ofStep: JsonValue | undefined,
  ofSettings: JsonValue | undefined,
  names: ReadonlySet<string>,
): Prepared<Auth | undefined> {
  const auth = readAuth(ofStep ?? ofSettings)
  if (!auth.ok || auth.value === undefined) return auth
  const kind = auth.value.kind
  if (kind === 'digest' || kind === 'aws')
    return unfit(`auth ${kind} is for HTTP only`, 'Use bearer, basic, api-key or oauth2 with gRPC.')
  if (kind === 'fixed' && auth.value.credentials.placement === 'query')
    return unfit('a gRPC call has no query for auth api-key', 'Give the key a header name.')
  const name = kind === 'fixed' ? auth.value.credentials.name.toLowerCase() : 'authorization'
  if (!names.has(name)) return auth
  if (ofStep === undefined) return prepared(undefined)
  return unfit(`the step has both auth and metadata "${name}"`, 'Keep one of them.')
}

/** Checks a line against the characters that gRPC allows in names and values. */
function lineProblem(name: string, value: string): Prepared<never> | undefined {
  if (!/^[\da-z_.-]+$/.test(name))
    return unfit(
      `${JSON.stringify(name)} is not a name of metadata`,
      'A name is made of letters, digits, hyphens, dots and underscores.',
    )
  if (name.endsWith('-bin'))
    return Buffer.from(value, 'base64').toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '')
      ? undefined
      : unfit(`metadata "${name}" is not base64, as every value of a -bin name has to be`)
  if (/^[\x20-\x7e]*$/.test(value)) return undefined
  return unfit(
    `metadata "${name}" has a character that only a -bin name can carry in ${JSON.stringify(value)}`,
    `Call it "${name}-bin", and write the value in base64.`,
  )
}
