import { collectionName } from '../../compile/collection-name.ts'
import { readImportedJson } from '../../compile/read-imported-json.ts'
import type { Collection } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { endpointsOf, type Endpoint } from './endpoints-of.ts'
import { differingIds, folderOf, resourcesOf, sharedKey, without } from './folders-of.ts'
import { readHar } from './har-document.ts'
import { RecordedSecrets, recordingEnvironment } from './recorded-secrets.ts'
import { reportOf } from './report-of.ts'
import { savedRequest, type MadeFolder, type MadeRequest } from './saved-request.ts'
import { sortEntries, type Selection } from './sort-entries.ts'

/**
 * Makes a collection of a browser's recording (HAR): one request for each endpoint of an API, in a folder for each resource.
 * With `host` only calls to it, and to hosts below it, count; with `keepsAnalytics` those that only report visits and errors do, too. Credentials become secrets of an environment whose values the
 * environment of the process gives; no recorded one is in the result. What is left out is counted by reason.
 */
export function importHar(text: string, options: Selection & { readonly file: string }): Result<Imported> {
  const document = readImportedJson(text, options.file)
  if (!document.ok) return document
  const recording = readHar(document.value, options.file)
  if (!recording.ok) return recording
  const sorted = sortEntries(recording.value, options)
  const endpoints = endpointsOf(sorted.calls)
  const urls = baseUrls(endpoints)
  const ids = endpoints.flatMap(({ parts }) => Object.keys(parts.template.variables))
  const secrets = new RecordedSecrets([...urls.values(), ...ids])
  const folders = resourceFolders(endpoints)
  const made = [...folders].map(([name, inside]): MadeFolder => {
    const cookies = new Set<string>()
    const requests = inside.map(endpoint => {
      const request = savedRequest(endpoint, new Set(cookies), { baseUrls: urls, secrets })
      for (const cookie of endpoint.chosen.setsCookies) cookies.add(cookie)
      return request
    })
    return { name, requests }
  })
  const [firstUrl] = urls.keys()
  const name = collectionName(options.file, /\.(har|json)$/i, firstUrl)
  const collection = collectionOf(name, { folders: made, urls, secrets })
  const report = reportOf(collection.name, { entries: recording.value.entries.length, sorted, folders: made })
  const imported: Imported = {
    ...(endpoints.length === 0 ? {} : { collection }),
    environments: [],
    report,
  }
  return { ok: true, value: secrets.hideIn(imported as unknown as JsonValue) as unknown as Imported }
}

/** The variable of each origin; that of most endpoints is `baseUrl`. */
function baseUrls(endpoints: readonly Endpoint[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { parts } of endpoints) counts.set(parts.origin, (counts.get(parts.origin) ?? 0) + 1)
  const origins = [...counts].sort(([, one], [, other]) => other - one).map(([origin]) => origin)
  const names = new Map<string, string>()
  for (const origin of origins) names.set(origin, freeName(origin, [...names.values()]))
  return names
}

function freeName(origin: string, taken: readonly string[]): string {
  const wanted = taken.length === 0 ? 'baseUrl' : `${hostName(new URL(origin))}Url`
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}${number}`)) return `${wanted}${number}`
}

/** `auth` for `auth.example.com`, `localhost8081` for `localhost:8081`. */
function hostName({ hostname, port }: URL): string {
  const labels = hostname.split('.')
  const isAddress = /^[\d.]+$|:/.test(hostname)
  const name = isAddress ? 'host' : (labels.find(label => label !== 'www') ?? hostname)
  const words = `${name}${isAddress || labels.length === 1 ? port : ''}`
    .split(/[^A-Za-z\d]+/)
    .filter(word => word !== '')
  const [first = 'other', ...rest] = words
  const joined = [first, ...rest.map(word => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  return /^\d/.test(joined) ? `host${joined}` : joined
}

/** Endpoints by the name of their folder, in recorded order. A resource of two origins has two folders. */
function resourceFolders(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly Endpoint[]> {
  const resources = resourcesOf(endpoints)
  const folders = new Map<string, Endpoint[]>()
  const origins = new Map<string, string>()
  for (const endpoint of endpoints) {
    const resource = resources.get(endpoint) ?? ''
    const owner = origins.get(resource) ?? endpoint.parts.origin
    origins.set(resource, owner)
    const isOwn = resource === '' || owner === endpoint.parts.origin
    const name = isOwn ? resource : `${resource} (${endpoint.parts.host})`
    folders.set(name, [...(folders.get(name) ?? []), endpoint])
  }
  return folders
}

interface Contents {
  readonly folders: readonly MadeFolder[]
  readonly urls: ReadonlyMap<string, string>
  readonly secrets: RecordedSecrets
}

function collectionOf(name: string, { folders, urls, secrets }: Contents): Collection {
  const all = folders.flatMap(({ requests }) => requests)
  const auth = sharedKey(all, 'auth')
  const bare = (made: MadeRequest): MadeRequest =>
    auth === undefined ? made : { ...made, request: without(made, 'auth') }
  const [base, ...others] = [...urls]
  const differing = differingIds(folders)
  const environment = secrets.environment()
  return {
    name,
    ...(base === undefined ? {} : { baseUrl: base[0] }),
    ...(environment === undefined ? {} : { environment: recordingEnvironment }),
    ...(others.length === 0
      ? {}
      : { variables: Object.fromEntries(others.map(([origin, variable]) => [variable, origin])) }),
    ...(auth === undefined ? {} : { settings: { auth } }),
    items: folders.flatMap(folder => {
      const made = folderOf({ ...folder, requests: folder.requests.map(bare) }, differing)
      return folder.name === '' && made.variables === undefined && made.settings === undefined
        ? made.items
        : [folder.name === '' ? { ...made, name: 'root' } : made]
    }),
    environments: environment === undefined ? [] : [environment],
  }
}
