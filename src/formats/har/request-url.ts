import { literalText } from '../../compile/literal-text.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isCredentialLine, looksLikeCredential } from '../../secrets/index.ts'
import { encodePercent } from '../../util/encode-percent.ts'
import { hideInText } from './request-body.ts'
import { pathTemplate, type PathTemplate } from './path-template.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'

/** A recorded URL in its parts, as they were recorded. */
export interface UrlParts {
  /** `https://api.example.com:8443`, in lower case. */
  readonly origin: string
  readonly host: string
  /** `user:password`, decoded; empty when there is none. */
  readonly user: string
  readonly template: PathTemplate
  /** With its question mark; empty when there is none. */
  readonly query: string
}

/** Takes a URL of HTTP apart. What stands behind `#` is never sent. */
export function urlParts(text: string): UrlParts {
  const [, user = '', path = '', query = ''] =
    /^https?:\/\/(?:([^/?#]*)@)?[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(text) ?? []
  const { origin, host } = new URL(text)
  const template = pathTemplate(path === '' ? '/' : path.replaceAll(' ', '%20'))
  return { origin, host, user: decodePercent(user), template, query: query.replaceAll(' ', '%20') }
}

/** The query as a suite writes it, with its question mark; the values of credentials are placeholders. */
export function requestQuery(query: string, secrets: RecordedSecrets): string {
  if (query.length < 2) return ''
  const fields = query.slice(1).split('&')
  return `?${fields.map(field => requestField(field, secrets)).join('&')}`
}

function requestField(field: string, secrets: RecordedSecrets): string {
  const at = field.indexOf('=')
  const name = decodePercent(at < 0 ? field : field.slice(0, at))
  const value = decodePercent(at < 0 ? '' : field.slice(at + 1).replaceAll('+', ' '))
  const isSecret = value !== '' && (isCredentialLine(name) || looksLikeCredential(value))
  const hidden = isSecret ? secrets.placeholder(name, value) : hideInText(value, secrets)
  if (hidden === literalText(value) || value.includes('{{')) return literalText(field)
  return `${field.slice(0, at)}=${hidden.includes('\ue000') ? hidden : encoded(hidden, value)}`
}

/** A text with placeholders as a part of a URL: what means something there was encoded, and is encoded again. */
function encoded(text: string, value: string): string {
  if (encodePercent(value) === value) return text
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece.replace('}}', ' | url}}') : encodePercent(piece)))
    .join('')
}
