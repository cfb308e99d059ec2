import { readFileSync } from 'node:fs'
import path from 'node:path'
import { headerValue } from '../../model/header-value.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { EncodingError, encodingHint } from '../../util/decode-text.ts'
import { largestFile, readText } from '../../util/read-text.ts'
import { foreignFileIn } from '../../load/foreign-files.ts'
import { performCall } from '../calls/perform-call.ts'
import { type Host, workspaceOf } from '../operation.ts'
import { projectKeys } from '../project-folder.ts'
import { fileName, flag, optional, text as textSchema } from '../schema.ts'
import { waitingFor } from '../../util/interruptions.ts'
import { isUrl } from '../../util/is-url.ts'
import { statusOf } from '../../util/status-of.ts'
import { defined } from '../../util/defined.ts'

/** Keys of every operation that reads a document. */
export const sourceKeys = {
  source: fileName('read', 'File, URL, or - for the standard input'),
  text: optional(textSchema('What the standard input held, where the source is -')),
  ...projectKeys,
} as const

/** Reading documents that a document on other hosts refers to. */
export const remoteReferencesKey = optional(
  flag('Read documents on other hosts that an API description refers to'),
)

/** The settings for reading documents: where files are looked for, and who is told of a URL that does not answer at once. */
export function readerOf(
  host: Host,
): Pick<SourceInput, 'workingFolder' | 'processEnvironment' | 'interrupt' | 'onWait'> {
  const { interrupt } = host
  return { ...workspaceOf(host), interrupt, onWait: url => host.progress?.({ type: 'fetching', url }) }
}

/** Where a document is read from. */
export interface SourceInput {
  /** A file, a URL, or `-` for `text`. */
  readonly source: string
  /** The text of the standard input. */
  readonly text?: string
  readonly workingFolder: string
  readonly configurationFile?: string
  readonly environment?: string
  readonly environmentFile?: string
  /** Values of --var. */
  readonly variables?: Readonly<Record<string, string>>
  /** Where the API is that the document is about, where that is given beside it. */
  readonly baseUrl?: string
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  /** Aborted to give up. */
  readonly interrupt: AbortSignal
  /** Told a URL that does not answer at once. */
  readonly onWait?: (url: string) => void
}

/**
 * The text of a document. A URL is asked with the configuration's TLS and proxy, and without its credentials unless it is on
 * the host of the API, for at most `timeout`.
 */
export async function readSource(
  input: SourceInput & { readonly timeout?: string },
): Promise<Result<string>> {
  const { source, text, workingFolder } = input
  if (source === '-') return { ok: true, value: text ?? '' }
  if (source.trim() === '') return emptySource()
  if (!isUrl(source)) return readFileText(path.resolve(workingFolder, source), source)
  const answer = await fetchText(input, source, mostHops)
  return answer.ok ? { ok: true, value: answer.value.text } : answer
}

/** A source that may refer to others. */
export interface ReferringInput extends SourceInput {
  /** True where documents anywhere on the network are read that it refers to; absent where that cannot be asked for. */
  readonly remoteReferences?: boolean
  readonly timeout?: string
}

/** More redirects in a row than this go in a circle. */
const mostHops = 10

/**
 * The text of a document on the network that the source refers to. Whoever wrote the source chose its address, which may be
 * one that only this machine reaches: unless they are asked for, only documents are read that lie where the source itself
 * does, and a redirect leads no further.
 */
export async function readReference(input: ReferringInput, address: string): Promise<Result<string>> {
  let url = address
  for (let hop = 0; hop <= mostHops; hop++) {
    if (!mayRead(input, url)) return refusedReference(input)
    const answer = await fetchText(input, url, false)
    if (!answer.ok) return answer
    const { text, location } = answer.value
    if (location === undefined) return { ok: true, value: text }
    if (!URL.canParse(location, url)) return unreadable(`${url} cannot be read: it leads to no address`)
    url = new URL(location, url).href
  }
  return unreadable(`${address} cannot be read: it leads in a circle`)
}

function mayRead({ source, remoteReferences = false }: ReferringInput, address: string): boolean {
  if (!isUrl(address)) return false
  if (remoteReferences) return true
  if (!isUrl(source)) return false
  const [own, other] = [new URL(source), new URL(address)]
  // Many servers answer http with a redirect to the same on https.
  const isUpgrade =
    own.protocol === 'http:' && other.protocol === 'https:' && own.port === '' && other.port === ''
  return own.origin === other.origin || (isUpgrade && own.hostname === other.hostname)
}

function refusedReference({ remoteReferences }: ReferringInput): Result<never> {
  return unreadable(
    remoteReferences === undefined
      ? 'documents on other hosts are not read: save them beside it, and refer to them by relative paths'
      : 'documents on the network are only read with --remote-references',
  )
}

/** The text of a file; `written` is what a message calls it. */
export function readFileText(file: string, written: string): Result<string> {
  const status = statusOf(file)
  if (status === undefined) return unreadable(`there is no file ${written}`, `Looked for ${file}.`)
  if (status.isDirectory())
    return unreadable(`${written || '.'} is not a file`, foreignFileIn(written || '.', file)?.hint)
  if (!status.isFile()) return unreadable(`${written || '.'} is not a file`)
  if (status.size > largestFile) return unreadable(`${written} is larger than 256 MiB`, 'Cut it into parts.')
  const read = readText(file)
  if (!(read instanceof Error)) return { ok: true, value: read }
  if (read instanceof EncodingError)
    return decodeUtf16(file) ?? unreadable(`${written} ${read.message}`, encodingHint)
  return unreadable(`${written} cannot be read: ${read.message}`)
}

/** Other programs on Windows export in UTF-16, and say so with the first two bytes. */
function decodeUtf16(file: string): Result<string> | undefined {
  const bytes = readFileSync(file)
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  return encoding === undefined ? undefined : { ok: true, value: new TextDecoder(encoding).decode(bytes) }
}

/** Milliseconds that a URL has to answer before anybody is told that it is waited for. */
const patience = 1_000

/** Fetches the text at a URL; where redirects are not followed, the address that they lead to. */
async function fetchText(
  input: SourceInput & { readonly timeout?: string },
  url: string,
  redirects: number | false,
): Promise<Result<{ readonly text: string; readonly location?: string }>> {
  const { variables = {}, baseUrl, interrupt, timeout, onWait } = input
  const waiting = setTimeout(() => onWait?.(url), patience)
  const asked = performCall(
    defined({
      workingFolder: input.workingFolder,
      processEnvironment: input.processEnvironment,
      configurationFile: input.configurationFile,
      environment: input.environment,
      environmentFile: input.environmentFile,
      variables,
      document: defined({ url, baseUrl }),
      step: defined({ request: `GET ${url}`, auth: 'none', 'follow-redirects': redirects, timeout }),
      given: [],
      history: false,
    }),
    { interrupt },
  )
  const answer = await waitingFor(asked).finally(() => {
    clearTimeout(waiting)
  })
  const { result, body, problems } = answer
  if (result === undefined) return { ok: false, problems }
  const { status, headers = [] } = result.exchange?.response ?? {}
  const location = redirects === false && Number(status) >= 300 ? headerValue(headers, 'location') : undefined
  if (location !== undefined) return { ok: true, value: { text: '', location } }
  if (result.outcome === 'passed' && body !== undefined) return { ok: true, value: { text: body.text } }
  return unreadable(`${url} cannot be read: ${result.failures[0]?.message ?? 'there was no answer'}`)
}

/** The name of a document is empty. */
export function emptySource(): Result<never> {
  return usageRefusal('the source is empty', 'Is a variable not set?')
}

/** Refuses a document that cannot be used. */
export function unreadable(message: string, hint?: string): Result<never> {
  return refusal(errorProblem({ code: 'import-unreadable', message, hint }))
}
