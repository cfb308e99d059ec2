import { defined } from '../util/defined.ts'
/** What stands behind `name=` in curl's -F (curl(1), --form), taken apart. */
export interface CurlFormPart {
  /** `@` for a file that is sent as one, `<` for one whose text is sent, empty for text. */
  readonly sign: '' | '@' | '<'
  /** The text, or the name of the file. */
  readonly value: string
  readonly type?: string
  readonly filename?: string
  /** A detail that nothing here can carry, such as `headers`. */
  readonly unknown?: string
}

/** The content of a part, and what may follow it: `;type=image/png;filename=me.png`. */
const partPattern = /^("(?:[^"\\]|\\.)*"|.*?)((?:;\s*(?:type|filename)=(?:"(?:[^"\\]|\\.)*"|[^;]*))*)$/s

/** Takes the content of a part apart. */
export function curlFormPart(content: string): CurlFormPart {
  const [, sign = '', rest = ''] = /^([@<]?)(.*)$/s.exec(content) ?? []
  const [, written = '', details = ''] = partPattern.exec(rest) ?? []
  const [, unknown] = /;\s*(headers|encoder)=/.exec(written) ?? []
  const type = detailOf(details, 'type')
  const filename = detailOf(details, 'filename')
  return defined({
    sign: sign === '@' || sign === '<' ? sign : '',
    value: unquoted(written),
    type,
    filename,
    unknown,
  })
}

function detailOf(details: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=("(?:[^"\\\\]|\\\\.)*"|[^;]*)`, 's').exec(details)?.[1]
  return found === undefined ? undefined : unquoted(found.trim())
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
}
