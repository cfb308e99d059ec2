import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Result } from '../../model/problem.ts'
import { EncodingError, encodingHint } from '../../util/decode-text.ts'
import { readText } from '../../util/read-text.ts'
import { performCall } from '../perform-call.ts'
import { statusOf } from '../../util/status-of.ts'

/** Where a document is read from. */
export interface SourceInput {
  /** A file, a URL, or `-` for `text`. */
  readonly source: string
  /** What the standard input held. */
  readonly text?: string
  readonly workingFolder: string
  readonly configurationFile?: string
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  /** Aborted to give up. */
  readonly interrupt: AbortSignal
  /** Told a URL that does not answer at once. */
  readonly onWait?: (url: string) => void
}

/** Bytes above which a file is not read: what is imported is held in memory whole, several times over. */
const largest = 256 * 1024 * 1024

/** The text of a document. A URL is asked with the configuration's TLS and proxy, and without its credentials, for at most `timeout`. */
export async function readSource(
  input: SourceInput & { readonly timeout?: string },
): Promise<Result<string>> {
  const { source, text, workingFolder } = input
  if (source === '-') return { ok: true, value: text ?? '' }
  return isUrl(source) ? fetchText(input, source) : readFileText(path.resolve(workingFolder, source), source)
}

/** Whether a source is a URL. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** The text of a file; `written` is what a message calls it. */
export function readFileText(file: string, written: string): Result<string> {
  const status = statusOf(file)
  if (status === undefined) return unreadable(`there is no file ${written}`, `Looked for ${file}.`)
  if (!status.isFile()) return unreadable(`${written || '.'} is not a file`)
  if (status.size > largest) return unreadable(`${written} is larger than 256 MiB`, 'Cut it into parts.')
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

async function fetchText(
  input: SourceInput & { readonly timeout?: string },
  url: string,
): Promise<Result<string>> {
  const { workingFolder, processEnvironment, configurationFile, interrupt, timeout, onWait } = input
  const waiting = setTimeout(() => onWait?.(url), patience)
  const answer = await performCall(
    {
      workingFolder,
      processEnvironment,
      ...(configurationFile === undefined ? {} : { configurationFile }),
      step: {
        request: `GET ${url}`,
        auth: 'none',
        'follow-redirects': 10,
        ...(timeout === undefined ? {} : { timeout }),
      },
      given: [],
      variables: {},
      history: false,
    },
    { interrupt },
  ).finally(() => {
    clearTimeout(waiting)
  })
  const { result, body, problems } = answer
  if (result === undefined) return { ok: false, problems }
  if (result.outcome === 'passed' && body !== undefined) return { ok: true, value: body.text }
  return unreadable(`${url} cannot be read: ${result.failures[0]?.message ?? 'there was no answer'}`)
}

function unreadable(message: string, hint?: string): Result<never> {
  return { ok: false, problems: [errorProblem({ code: 'import-unreadable', message, hint })] }
}
