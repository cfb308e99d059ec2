import { type Entry, valueOf } from './har-document.ts'
import { isAnalytics } from './is-analytics.ts'
import { isDataType, kindOfPath, kindOfType } from './media-kinds.ts'

/** Kind of an entry: a call of an API, or something else, as the report names it. */
export type EntryKind =
  | { readonly kind: 'call'; readonly note?: string }
  | { readonly kind: 'skipped'; readonly reason: string; readonly note?: string }

/** Kinds by the resource types that Chrome gives the parts of a page. */
const typed: Readonly<Record<string, string>> = {
  script: 'scripts',
  stylesheet: 'stylesheets',
  image: 'images',
  font: 'fonts',
  media: 'media',
  texttrack: 'media',
  manifest: 'other files',
  ping: 'analytics',
  beacon: 'analytics',
  cspviolationreport: 'analytics',
  'csp-report': 'analytics',
  signedexchange: 'other files',
  eventsource: 'event streams',
}

/** Kinds by the purpose that browsers state for a request (Fetch Metadata, Sec-Fetch-Dest). */
const destinations: Readonly<Record<string, string>> = {
  document: 'pages',
  iframe: 'pages',
  frame: 'pages',
  script: 'scripts',
  worker: 'scripts',
  serviceworker: 'scripts',
  sharedworker: 'scripts',
  style: 'stylesheets',
  image: 'images',
  font: 'fonts',
  audio: 'media',
  video: 'media',
  track: 'media',
  manifest: 'other files',
  report: 'analytics',
}

/** Tells the calls of an API from all else in a recording. The first rule that fits counts. */
export function classifyEntry(entry: Entry, fromApiClient: boolean): EntryKind {
  const { method, status, resourceType } = entry
  if (entry.broken !== undefined) return { ...skipped('unreadable entries'), note: entry.broken }
  if (resourceType === 'websocket' || /^wss?:/i.test(entry.url) || status === 101)
    return skipped('websockets')
  const isPreflight = method === 'OPTIONS' && valueOf(entry.headers, 'access-control-request-method') !== ''
  if (resourceType === 'preflight' || isPreflight) return skipped('CORS preflights')
  if (method === 'CONNECT') return skipped('CONNECT tunnels')
  const url = urlOf(entry.url)
  if (url === undefined) return skipped('entries without a URL')
  if (resourceType === 'document') return documentKind(entry)
  const byType = Object.hasOwn(typed, resourceType) ? typed[resourceType] : undefined
  if (byType !== undefined) return skipped(byType)
  const analytics = isAnalytics(entry, url)
  if (analytics === 'surely') return skipped('analytics')
  if (analytics !== false)
    return {
      ...skipped('analytics'),
      note: 'its address is one that pages report to; --keep-analytics keeps it',
    }
  if (resourceType === 'xhr' || resourceType === 'fetch') return fetchKind(entry, url)
  if (resourceType === 'other') return skipped(assetOf(entry, url) ?? 'other entries')
  return fromApiClient ? answeredKind(entry) : untypedKind(entry, url)
}

/** The URL when it is one that can be asked by HTTP. */
export function urlOf(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

function skipped(reason: string): EntryKind & { readonly kind: 'skipped' } {
  return { kind: 'skipped', reason }
}

/** An answer that a browser showed as a page. */
function documentKind({ answerType, status }: Entry): EntryKind {
  if (!isDataType(answerType) || status === 0) return skipped('pages')
  return { kind: 'call', note: 'opened as a page, but the answer is data' }
}

/** Kind of an entry that a script requested. */
function fetchKind(entry: Entry, url: URL): EntryKind {
  const reads = entry.method === 'GET' || entry.method === 'HEAD'
  const asset = assetOf(entry, url)
  if (asset !== undefined) return skipped(`${asset} fetched by scripts`)
  if (reads && kindOfType(entry.answerType) === 'pages')
    return { ...skipped('pages fetched by scripts'), note: 'a script asked for it, but the answer is a page' }
  if (reads && /\.json$/i.test(url.pathname))
    return { ...skipped('files fetched by scripts'), note: 'a script asked for it, but it looks like a file' }
  return answeredKind(entry)
}

/** Kind of an entry from a recorder without types. */
function untypedKind(entry: Entry, url: URL): EntryKind {
  const destination = valueOf(entry.headers, 'sec-fetch-dest').toLowerCase()
  const known = Object.hasOwn(destinations, destination) ? destinations[destination] : undefined
  if (known === 'pages') return documentKind(entry)
  const asset = known ?? kindOfPath(url) ?? kindOfType(entry.answerType)
  const changes = entry.method !== 'GET' && entry.method !== 'HEAD'
  if (asset !== undefined && !(asset === 'pages' && changes)) return skipped(asset)
  const isCall =
    destination === 'empty' ||
    ['x-requested-with', 'authorization'].some(name => valueOf(entry.headers, name) !== '') ||
    /\bjson\b/i.test(valueOf(entry.headers, 'accept')) ||
    isDataType(entry.answerType) ||
    changes
  if (entry.status === 0) return answeredKind(entry)
  return isCall ? answeredKind(entry) : skipped('other entries')
}

function answeredKind({ status }: Entry): EntryKind {
  return status === 0 ? skipped('calls without an answer') : { kind: 'call' }
}

function assetOf({ answerType }: Entry, url: URL): string | undefined {
  const found = kindOfPath(url) ?? kindOfType(answerType)
  return found === 'pages' ? undefined : found
}
