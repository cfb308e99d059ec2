import { hurlName, quotedText } from './hurl-text.ts'

const plain: Readonly<Record<string, string>> = {
  status: 'status',
  url: 'url',
  text: 'body',
  time: 'duration',
  size: 'bytes count',
  sha256: 'sha256',
}

const cookieParts: Readonly<Record<string, string>> = {
  domain: 'Domain',
  path: 'Path',
  expires: 'Expires',
  'max-age': 'Max-Age',
  secure: 'Secure',
  'http-only': 'HttpOnly',
  'same-site': 'SameSite',
}

const certificateParts: Readonly<Record<string, string>> = {
  subject: 'Subject',
  issuer: 'Issuer',
  starts: 'Start-Date',
  expires: 'Expire-Date',
  'serial-number': 'Serial-Number',
  names: 'Subject-Alt-Name',
}

/** The query of Hurl for a target; undefined where it has none. */
export function queryOf(target: string): string | undefined {
  if (plain[target] !== undefined) return plain[target]
  if (target.startsWith('$')) return `jsonpath ${quotedText(target)}`
  const [, kind = '', rest = ''] = /^(header|xpath|variable|cookie|certificate) (.*)$/s.exec(target) ?? []
  if (kind === 'header' || kind === 'xpath') return `${kind} ${quotedText(rest)}`
  if (kind === 'variable') return `variable ${quotedText(hurlName(rest))}`
  if (kind === 'certificate') return certificateParts[rest] && `certificate "${certificateParts[rest]}"`
  if (kind !== 'cookie') return undefined
  const [name = '', part] = rest.split(' ')
  if (part === undefined) return `cookie ${quotedText(name)}`
  return cookieParts[part] && `cookie ${quotedText(`${name}[${cookieParts[part]}]`)}`
}

/** Functions of placeholders, as filters. */
const filters: readonly (readonly [RegExp, string | ((...found: readonly string[]) => string)])[] = [
  [/^slice (-?\d+)(?: -?\d+)? \| pick 0/, (_, from = '') => `nth ${from}`],
  [/^pick 0/, ''],
  [/^count/, 'count'],
  [/^url \| replace %2F \//, 'urlEncode'],
  [/^from-url/, 'urlDecode'],
  [/^from-base64url/, 'base64UrlSafeDecode utf8Decode'],
  [/^from-base64/, 'base64Decode utf8Decode'],
  [/^base64url/, 'utf8Encode base64UrlSafeEncode'],
  [/^base64/, 'utf8Encode base64Encode'],
  [/^split '((?:''|[^'])*)'/, (_, separator = '') => `split ${quotedText(separator.replaceAll("''", "'"))}`],
  [
    /^replace '((?:''|[^'])*)' '((?:''|[^'])*)'/,
    (_, from = '', to = '') =>
      `replace ${quotedText(from.replaceAll("''", "'"))} ${quotedText(to.replaceAll("''", "'"))}`,
  ],
]

/** Filters for what stands behind the name in a placeholder; undefined where Hurl has no such filter. */
export function filtersOf(functions: string): readonly string[] | undefined {
  const found: string[] = []
  let rest = functions
  while (rest !== '') {
    const known = filters.find(([pattern]) => pattern.test(rest))
    if (known === undefined) return undefined
    const [pattern, filter] = known
    const match = pattern.exec(rest) ?? ['']
    found.push(typeof filter === 'string' ? filter : filter(...match))
    rest = rest.slice(match[0].length).replace(/^ \| /, '')
  }
  return found.filter(filter => filter !== '')
}
