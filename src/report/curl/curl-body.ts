import type { RequestRecord, SentPart } from '../../model/exchange.ts'
import type { CurlOption } from './curl-option.ts'
import { isOneLine, printCommand, shellQuote, shellQuoteLines } from './shell-quote.ts'

/** A request's body as options of curl. */
export interface CurlBody {
  readonly options: readonly CurlOption[]
  /** The content type that curl sends when it is not told another. */
  readonly contentType?: string
  /** The command whose output the body is read from. */
  readonly input?: string
  /** What has to be done first. */
  readonly notes: readonly string[]
}

/** Bytes of a body, or of a part, that still stand in the line. */
const inlineLimit = 4096

/** The body of a request as options of curl. */
export function curlBody({ body, bodySource }: RequestRecord): CurlBody {
  if (bodySource?.kind === 'file') return dataOption('--data-binary', `@${bodySource.file}`)
  if (bodySource?.kind === 'multipart') return formOptions(bodySource.parts)
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

/** Whether a text of so many bytes, in UTF-8, is short enough for a command line. A mask in it changes their number. */
function isInline(text: string, size: number): boolean {
  const isWhole = Buffer.byteLength(text) === size || (text.includes('***') && !text.includes('\ufffd'))
  return size <= inlineLimit && isWhole && !/[\x80-\x9f]/.test(text)
}

function dataOption(option: string, value: string): CurlBody {
  const contentType = 'application/x-www-form-urlencoded'
  return { options: [[option, shellQuote(value)]], contentType, notes: [] }
}

function formOptions(parts: readonly SentPart[]): CurlBody {
  const notes: string[] = []
  const options = parts.map((part): CurlOption => {
    const { name, text, file, filename, contentType } = part
    const details = [
      ...(filename === undefined ? [] : [`;filename=${quoted(filename)}`]),
      ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ].join('')
    if (file !== undefined) return ['-F', shellQuote(`${name}=@${quoted(file)}${details}`)]
    if (text === undefined || !isInline(text, Buffer.byteLength(text)) || /[\n\0]/.test(text.slice(-1))) {
      notes.push(`the text of the part "${name}" must be in the file "${name}"`)
      return ['-F', shellQuote(`${name}=${filename === undefined ? '<' : '@'}${quoted(name)}${details}`)]
    }
    if (details === '') return ['--form-string', shellQuoteLines(`${name}=${text}`)]
    return ['-F', shellQuoteLines(`${name}=${quoted(text)}${details}`)]
  })
  return { options, contentType: 'multipart/form-data', notes }
}

/** A text inside curl's `-F`, where `;` and `,` separate. */
function quoted(text: string): string {
  return /^[\w@%+./-][\w@%+=:./ -]*$/.test(text) && !/^[@<]| $/.test(text)
    ? text
    : `"${text.replace(/[\\"]/g, character => `\\${character}`)}"`
}
