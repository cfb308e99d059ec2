import type { JsonValue } from '../../model/json.ts'

/** A text of a format that JSON Schema or OpenAPI names; undefined for other formats. */
export function textOfFormat(format: JsonValue | undefined): string | undefined {
  return typeof format === 'string' ? texts.get(format) : undefined
}

const texts: ReadonlyMap<string, string> = new Map([
  ['binary', 'example'],
  ['byte', 'ZXhhbXBsZQ=='],
  ['date', '2025-01-15'],
  ['date-time', '2025-01-15T09:30:00Z'],
  ['duration', 'P1D'],
  ['email', 'ada@example.org'],
  ['hostname', 'example.org'],
  ['idn-email', 'ada@example.org'],
  ['idn-hostname', 'example.org'],
  ['ip', '192.0.2.1'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['iri', 'https://example.org'],
  ['iri-reference', 'https://example.org'],
  ['json-pointer', '/items/0'],
  ['password', 'correct horse'],
  ['regex', '^[a-z]+$'],
  ['relative-json-pointer', '0'],
  ['time', '09:30:00Z'],
  ['uri', 'https://example.org'],
  ['uri-reference', 'https://example.org'],
  ['uri-template', 'https://example.org/{id}'],
  ['url', 'https://example.org'],
  ['uuid', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
])
