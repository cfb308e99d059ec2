import type { Exchange, HeaderList } from '../../model/exchange.ts'
import { noRules } from '../matching-rule.ts'
import type { PactPart, PactResponse } from '../pact.ts'
import { headerValues } from '../read/read-part.ts'

/** An answer that came, in the form of a pact. To be asked for before anybody looks at the text of its body. */
export function responseOf({ response }: Exchange): PactResponse {
  const bytes = response.body.bytes()
  return {
    status: typeof response.status === 'number' ? response.status : 0,
    headers: headersOf(response.headers),
    // The bytes live as long as the answer.
    body: bytes.length === 0 ? { kind: 'empty' } : { kind: 'present', bytes: Buffer.from(bytes) },
    rules: noRules,
    generators: [],
  }
}

function headersOf(lines: HeaderList): PactPart['headers'] {
  const values = new Map<string, readonly string[]>()
  for (const [name, value] of lines) {
    const key = name.toLowerCase()
    values.set(key, [...(values.get(key) ?? []), ...headerValues(key, [value])])
  }
  return values
}
