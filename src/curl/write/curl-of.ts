import type { BodySource, HeaderList, RequestRecord } from '../../model/exchange.ts'
import { isOneLine, printCommand, shellQuote, shellQuoteLines } from '../../util/shell-quote.ts'
import { version } from '../../util/version.ts'
import { curlOptions } from './option-words.ts'
import { commandText, curlTarget, formPart } from './curl-parts.ts'

/**
 * The curl command that sends the same request, for a POSIX shell; undefined for what is no HTTP request, and for a
 * record whose headers were not kept. A body that a shell cannot carry is read from a file that a comment above the
 * command names. Secrets are as in the record: masked there, masked here.
 */
export function curlOf(request: RequestRecord): string | undefined {
  const { method, url, headers, settings = {} } = request
  if (method === undefined || url === undefined || headers.length === 0) return undefined
  const body = curlBody(request)
  const options = curlOptions(
    { method, url, settings, body: body.options, ...curlHeaders(request, body.contentType) },
    shellQuote,
    curlTarget(url, shellQuote(url)),
  )
  const start = body.input === undefined ? 'curl' : `${body.input} | curl`
  const [target = '', ...others] = options
  const compressed = headers.some(([name, value]) => isCompressed(name, value)) ? ['--compressed'] : []
  return [
    ...body.notes.map(note => `# ${note}`),
    commandText(start, [target, ...compressed, ...others]),
  ].join('\n')
}

/** A request's body as options of curl. */
interface CurlBody {
  readonly options: readonly string[]
  /** The content type that curl sends by itself. */
  readonly contentType?: string
  /** The command whose output the body is read from. */
  readonly input?: string
  /** The notes on what has to be done first. */
  readonly notes: readonly string[]
}

/** Bytes of a body, or of a part, that still stand in the line. */
const inlineLimit = 4096

/** The body of a request as options of curl. */
function curlBody({ body, bodySource }: RequestRecord): CurlBody {
  if (bodySource?.kind === 'file') return dataOption('--data-binary', `@${bodySource.file}`)
  if (bodySource?.kind === 'multipart') return formOptions(bodySource)
  if (body === undefined) return { options: [], notes: [] }
  if (!body.truncated && isInline(body.text, body.size)) {
    if (isOneLine(body.text)) return dataOption('--data-raw', body.text)
    return { ...dataOption('--data-binary', '@-'), input: printCommand(body.text) }
  }
  return {
    ...dataOption('--data-binary', '@body'),
    notes: [`the body, ${body.size} bytes, must be in the file "body"`],
  }
}

/** True where a text of so many bytes, in UTF-8, is short enough for a command line. A mask in it changes their number. */
function isInline(text: string, size: number): boolean {
  const isWhole = Buffer.byteLength(text) === size || (text.includes('***') && !text.includes('\ufffd'))
  return size <= inlineLimit && isWhole && !/[\x80-\x9f]/.test(text)
}

function dataOption(option: string, value: string): CurlBody {
  const contentType = 'application/x-www-form-urlencoded'
  return { options: [`${option} ${shellQuote(value)}`], contentType, notes: [] }
}

function formOptions({ parts, type }: Extract<BodySource, { kind: 'multipart' }>): CurlBody {
  const notes: string[] = []
  const isForm = type === undefined
  const options = parts.map(part => {
    const { name, text, file, filename } = part
    if (file !== undefined || isWritable(text)) {
      const [option, value] = formPart(part, isForm)
      return `${option} ${file === undefined ? shellQuoteLines(value) : shellQuote(value)}`
    }
    notes.push(`the text of the part "${name}" must be in the file "${name}"`)
    const [, value] = formPart({ ...part, file: name }, isForm)
    return `-F ${shellQuote(filename === undefined ? value.replace('=@', '=<') : value)}`
  })
  return { options, contentType: 'multipart/form-data', notes }
}

/** True where the text of a part can stand in a line. */
function isWritable(text: string | undefined): boolean {
  return text !== undefined && isInline(text, Buffer.byteLength(text)) && !/[\n\0]/.test(text.slice(-1))
}

/** Header lines that curl would send of its own accord, by their names in lower case. */
const ownHeaders = ['accept', 'user-agent']

/**
 * The header lines of a request as options. Left out is what curl sends by itself or what only names the program; what
 * curl would add without being asked is taken away. `contentType` is what curl would send for the body.
 */
function curlHeaders(
  { headers, url = '', body, bodySource, settings = {} }: RequestRecord,
  contentType: string | undefined,
): { readonly headers: HeaderList; readonly without: readonly string[] } {
  const kind = bodySource?.kind === 'multipart' ? bodySource.type : undefined
  const signed = isSignedByCurl(settings['auth'])
  const kept = headers.filter(([name, value]) => {
    const lower = name.toLowerCase()
    if (signed && (lower === 'authorization' || lower.startsWith('x-amz-'))) return false
    if (lower === 'content-type' && contentType === 'multipart/form-data') return false
    return usual(url, body?.size, contentType).get(lower) !== value && !isCompressed(name, value)
  })
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const unwanted = [...ownHeaders, ...(contentType === undefined ? [] : ['content-type'])]
  return {
    headers: kind === undefined ? kept : [...kept, ['Content-Type', kind]],
    without: [
      ...unwanted.filter(name => !names.has(name)),
      ...(body !== undefined && body.size > continueLimit ? ['expect'] : []),
    ],
  }
}

/** Bytes of a body from which curl first asks whether it may send it. */
const continueLimit = 1024 * 1024

/** The headers that are sent without an option, or need none. */
function usual(
  url: string,
  size: number | undefined,
  contentType: string | undefined,
): ReadonlyMap<string, string> {
  return new Map([
    ['host', URL.canParse(url) ? new URL(url).host : ''],
    ['accept', '*/*'],
    ['user-agent', `apitest/${version}`],
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...(size === undefined ? [] : [['content-length', String(size)] as const]),
  ])
}

/** The list of everything this program can decompress: curl has one of its own. */
function isCompressed(name: string, value: string): boolean {
  return name.toLowerCase() === 'accept-encoding' && value.startsWith('gzip,')
}

/** Digest and AWS signatures hold for one request; curl makes its own. */
function isSignedByCurl(auth: unknown): boolean {
  return typeof auth === 'object' && auth !== null && ('digest' in auth || 'aws' in auth)
}
