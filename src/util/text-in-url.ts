/** Characters that end a part of a URL, or would be no percent sign where they stand. */
export const urlMarks = /[?#@\\&]|%(?![\da-f]{2})/i

/**
 * `written` is the URL's own text, and that of a variable at its beginning; `link` what a variable says from the end of the host
 * or of a base path on; `value` what stands inside of a part.
 */
export type UrlTextKind = 'written' | 'link' | 'value'

interface UrlText {
  readonly text: string
  readonly kind: UrlTextKind
  /** True where an answer, a round or a caller gave it. */
  readonly isGiven: boolean
}

/** A base URL and a link such as `/items?page=2` behind one have parts of their own; any other value is inside of one. */
export function urlTextKind(value: string, before: string): UrlTextKind {
  const [, behindHost] = /:\/\/[^/?#\\]*(.*)$/s.exec(before) ?? []
  if (behindHost === undefined) return 'written'
  const isLink = /^[/?#]/.test(value)
  if (behindHost === '') return isLink ? 'link' : 'written'
  return isLink && !/[?#]|\/$/.test(behindHost) ? 'link' : 'value'
}

/** A query of its own at the end of a path: `items?page=2`, `orders?wsdl`. */
const ownQuery = /^\?[\w.~$[\]-]+(?:[=&]|$)/

/**
 * A text as it stands in a URL, encoded where it would end the part that it stands in: `C#` in `/search?q={{term}}&page=2` is
 * `C%23`. `before` and `behind` are what stands around it.
 */
export function encodedInUrl(
  { text, kind, isGiven: given }: UrlText,
  before: string,
  behind: string,
): string {
  if (kind === 'written' || !urlMarks.test(text)) return text
  // The fragment of a link that an answer gave is not sent, as no browser sends it.
  if (kind === 'link') return given ? text : text.replaceAll('#', '%23')
  const own = text.replaceAll('#', '%23').replace(/%(?![\da-f]{2})/gi, '%25')
  const [, query] = /:\/\/[^?#]*\?(.*)$/s.exec(before) ?? []
  if (query === undefined) return inPath(own, behind)
  return isOneParameter(query, own, behind) ? own.replaceAll('&', '%26') : own
}

/** A question mark stays where a query begins with it: what looks like one, with nothing of the path behind it. */
function inPath(text: string, behind: string): string {
  const segments = text.replaceAll('\\', '%5C')
  const mark = segments.indexOf('?')
  const isQuery = mark !== -1 && ownQuery.test(segments.slice(mark))
  const isAtEnd = behind === '' || /^[&#]/.test(behind) || (/[=&?]$/.test(text) && /^[\w%+~-]/.test(behind))
  return isQuery && isAtEnd ? segments : segments.replaceAll('?', '%3F')
}

/** True where a value in a query is that of a parameter, or its name, and not parameters of its own. */
function isOneParameter(query: string, value: string, behind: string): boolean {
  const parameter = query.slice(query.lastIndexOf('&') + 1)
  return !value.startsWith('&') && (parameter.includes('=') || behind.startsWith('='))
}
