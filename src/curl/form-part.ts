import { defined } from '../util/defined.ts'
/** The text behind `name=` in curl's -F (curl(1), --form), taken apart. */
export interface CurlFormPart {
  /** `@` for a file that is sent as one, `<` for one whose text is sent, empty for text. */
  readonly sign: '' | '@' | '<'
  /** The text, or the name of the file. */
  readonly value: string
  readonly type?: string
  readonly filename?: string
  /** Header lines of the part, by their names. */
  readonly headers?: Readonly<Record<string, string>>
  /** A detail that nothing here can carry, such as `encoder`. */
  readonly unknown?: string
}

/** The content of a part, and what may follow it: `;type=image/png;filename=me.png`. */
const partPattern =
  /^("(?:[^"\\]|\\.)*"|.*?)((?:;\s*(?:type|filename|headers)=(?:"(?:[^"\\]|\\.)*"|[^;]*))*)$/s

/** Takes the content of a part apart. */
export function curlFormPart(content: string): CurlFormPart {
  const [, sign = '', rest = ''] = /^([@<]?)(.*)$/s.exec(content) ?? []
  const [, written = '', details = ''] = partPattern.exec(rest) ?? []
  const lines = detailsOf(details, 'headers')
  const isUnknown = lines.some(line => !/^[^\s:@]+:/.test(line))
  const [, unknown] = isUnknown ? ['', 'headers'] : (/;\s*(headers|encoder)=/.exec(written) ?? [])
  const type = detailsOf(details, 'type')[0]
  const filename = detailsOf(details, 'filename')[0]
  return defined({
    sign: sign === '@' || sign === '<' ? sign : '',
    value: unquoted(written),
    type,
    filename,
    headers: headersIn(lines),
    unknown,
  })
}

function detailsOf(details: string, name: string): readonly string[] {
  const pattern = new RegExp(`;\\s*${name}=("(?:[^"\\\\]|\\\\.)*"|[^;]*)`, 'gs')
  return [...details.matchAll(pattern)].map(([, written = '']) => unquoted(written.trim()))
}

function headersIn(lines: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (lines.length === 0) return undefined
  return Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    }),
  )
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
}
