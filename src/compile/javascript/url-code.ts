import { encodeQueryText } from '../../actions/http/query.ts'
import type { WrittenField, WrittenRequest } from '../request-of-step.ts'
import type { CodeScope } from './code-scope.ts'

/** The URL of a request with its query, and more of it, as an expression. */
export function urlCode(
  { url, query }: Pick<WrittenRequest, 'url' | 'query'>,
  more: readonly WrittenField[],
  scope: CodeScope,
): string {
  const fields = [...query, ...more]
  if (fields.length === 0) return scope.text(url)
  const separator = url.includes('?') ? '&' : '?'
  const encoded = fields
    .map(([name, value]) => `${encodeQueryText(name)}=${encodeQueryText(value)}`)
    .join('&')
  if (!fields.some(([, value]) => value.includes('{{'))) return scope.text(`${url}${separator}${encoded}`)
  const start = scope.text(url)
  const begun = start.startsWith('`') ? start.slice(1, -1) : `\${${start}}`
  const written = fields.map(([name, value]) =>
    value.includes('{{')
      ? `${encodeQueryText(name)}=\${encodeURIComponent(${scope.expression(value)})}`
      : `${encodeQueryText(name)}=${encodeQueryText(value)}`,
  )
  return `\`${begun}${separator}${written.join('&')}\``
}
