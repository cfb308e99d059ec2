import type { HeaderList, SentPart } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'

/** Makes a word of a shell of a text. */
export type Word = (text: string) => string

/** A request to be written as a command of curl. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  /** Names of headers that curl would send, and is not to. */
  readonly without: readonly string[]
  /** The options of its body, as they stand in the shell. */
  readonly body: readonly string[]
  /** The rest that decides how it is sent, in the words of suites; of `auth` what the headers do not have. */
  readonly settings: JsonObject
}

/** The URL as a word; where curl would take it for several, with the option against that. */
export function curlTarget(text: string, word: string): string {
  return /[[\]{}]/.test(text) ? `--globoff ${word}` : word
}

/** Characters up to which a command stays on one line. */
const lineWidth = 100

/** A command with its arguments: on one line, or one on each. */
export function commandText(start: string, options: readonly string[], end = ''): string {
  const line = `${[start, ...options].join(' ')}${end}`
  const [target = '', ...rest] = options
  return line.length <= lineWidth && !line.includes('\n')
    ? line
    : `${[`${start} ${target}`, ...rest].join(' \\\n  ')}${end}`
}

/** A header line behind `-H`; `name;` is how curl writes one without a value. */
export function headerText(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/**
 * A part of a form as an option of curl and its value, neither yet quoted for a shell. By a name curl would write a header line that
 * parts of other bodies than forms have not.
 */
export function formPart(
  { name: own, text = '', file, filename, contentType, headers = [] }: SentPart,
  isForm: boolean,
): readonly [option: '-F' | '--form-string', value: string] {
  const name = isForm ? own : ''
  const details = [
    ...(filename === undefined ? [] : [`;filename=${formText(filename)}`]),
    ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ...headers.map(([line, value]) => `;headers=${formText(`${line}: ${value}`)}`),
  ].join('')
  // A part that is sent as a file gets a name from curl.
  const sign = isForm || filename !== undefined ? '@' : '<'
  if (file !== undefined) return ['-F', `${name}=${sign}${formText(file)}${details}`]
  return details === '' ? ['--form-string', `${name}=${text}`] : ['-F', `${name}=${formText(text)}${details}`]
}

/** A text inside curl's `-F`, where `;` and `,` separate. */
function formText(text: string): string {
  return /^[\w@%+./-][\w@%+=:./ -]*$/.test(text) && !/^[@<]| $/.test(text)
    ? text
    : `"${text.replace(/[\\"]/g, character => `\\${character}`)}"`
}
