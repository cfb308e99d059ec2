import type { X509Certificate } from 'node:crypto'
import type { HeaderList } from '../model/exchange.ts'
import type { CertificatePart, CookiePart, CookieTarget } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { foundJson, foundText, nothing, type Selected } from './selected.ts'

/** A cookie that an answer sets, or a part of it: `secure` and the like are true, or there is no such part. */
export function selectCookie(headers: HeaderList, { name, part }: CookieTarget): Selected {
  const lines = headers.flatMap(([header, value]) => (header.toLowerCase() === 'set-cookie' ? [value] : []))
  const set = lines.map(partsOf).filter(cookie => cookie.name === name)
  const [cookie, ...others] = set
  if (cookie === undefined) return nothing
  if (others.length > 0) return unclear(`${set.length} cookies of that name`)
  return part === undefined ? foundText(cookie.value) : selectPart(part, cookie.attributes)
}

interface SetCookie {
  readonly name: string
  readonly value: string
  /** By their names in lower case; of one that comes again the last counts (RFC 6265 section 5.2). */
  readonly attributes: ReadonlyMap<string, string>
}

function partsOf(line: string): SetCookie {
  const [[name, value] = ['', ''], ...attributes] = line.split(';').map(nameAndValue)
  return { name, value, attributes: new Map(attributes.map(([key, one]) => [key.toLowerCase(), one])) }
}

function nameAndValue(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function selectPart(part: CookiePart, attributes: SetCookie['attributes']): Selected {
  const value = attributes.get(attributeNames[part] ?? part)
  if (value === undefined) return nothing
  return flags.has(part) ? foundJson(true) : foundText(value)
}

const attributeNames: Readonly<Partial<Record<CookiePart, string>>> = {
  'http-only': 'httponly',
  'same-site': 'samesite',
}
const flags: ReadonlySet<CookiePart> = new Set(['secure', 'http-only', 'partitioned'])

/** A part of the certificate of a server; without TLS there is none. Times are as ISO 8601 has them. */
export function selectCertificate(certificate: X509Certificate | undefined, part: CertificatePart): Selected {
  if (certificate === undefined) return unclear('no certificate, as the answer came without TLS')
  const value = certificatePart(certificate, part)
  return typeof value === 'string' ? foundText(value) : foundJson(value)
}

function certificatePart(certificate: X509Certificate, part: CertificatePart): JsonValue {
  switch (part) {
    case 'subject':
    case 'issuer':
      return certificate[part].split('\n').join(', ')
    case 'names':
      return namesIn(certificate.subjectAltName ?? '')
    case 'starts':
      return new Date(certificate.validFrom).toISOString()
    case 'expires':
      return new Date(certificate.validTo).toISOString()
    case 'serial-number':
      return certificate.serialNumber
    case 'fingerprint':
      return certificate.fingerprint256
  }
}

/** Hosts and addresses of `DNS:example.org, IP Address:127.0.0.1`. */
function namesIn(alternatives: string): readonly string[] {
  return alternatives
    .split(/, (?=[A-Z][\w ]*:)/)
    .flatMap(one => /^(?:DNS|IP Address):"?(.*?)"?$/.exec(one)?.slice(1) ?? [])
}

function unclear(instead: string): Selected {
  return { found: false, absent: false, instead }
}
