import type { Pact } from '../../pact/pact.ts'
import { isCredentialCookie, isCredentialLine, type Secrets } from '../../secrets/index.ts'

/** Shorter examples, such as `test` or `key`, stand in every other text and open nothing. */
const shortest = 8

/** Hides the credentials that requests of a pact carry in their headers, cookies and addresses. */
export function hidePactCredentials({ interactions }: Pact, secrets: Secrets): void {
  for (const interaction of interactions) {
    if (interaction.kind !== 'http') continue
    const { headers, query } = interaction.request
    const lines = [...headers, ...query].flatMap(([name, values]) =>
      isCredentialLine(name) ? values : name.toLowerCase() === 'cookie' ? values.flatMap(cookieValues) : [],
    )
    for (const value of lines) if (value.length >= shortest) secrets.add(value)
  }
}

/** The values of those cookies that tell who is asking. */
function cookieValues(header: string): readonly string[] {
  return header.split(';').flatMap(pair => {
    const [name = '', ...value] = pair.split('=')
    return isCredentialCookie(name.trim()) ? [value.join('=').trim()] : []
  })
}
