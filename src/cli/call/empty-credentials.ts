import { type Problem, usageProblem, asWarning } from '../../model/problem.ts'
import { isCredentialCookie, isCredentialLine } from '../../secrets/index.ts'

/** Schemes of Authorization that mean nothing alone (RFC 9110 section 11.4). */
const schemes = /^(bearer|basic|digest|token|apikey|jwt)$/i

/** Warns of a header, written `Name: value`, that carries credentials, and has none: its variable is not set in the shell. */
export function emptyHeader(name: string, written: string, value: string): Problem | undefined {
  if (!isCredentialLine(name)) return undefined
  if (schemes.test(value)) return warning(`header "${name}" has nothing behind ${value}`)
  // Whoever leaves a header out on purpose writes no blank behind the colon.
  return value === '' && /:\s/.test(written)
    ? warning(`header "${name}" has no value, so it is not sent`)
    : undefined
}

/** The same of a cookie. */
export function emptyCookie(written: string): Problem | undefined {
  return emptyPair('cookie', written.split(/;\s*/), isCredentialCookie)
}

/** The same of the parameters in a query: `page=1&api_key=`. */
export function emptyParameter(query: string): Problem | undefined {
  return emptyPair('parameter', query.split('&'), isCredentialLine)
}

function emptyPair(
  what: string,
  pairs: readonly string[],
  isCredential: (name: string) => boolean,
): Problem | undefined {
  const name = pairs.flatMap(pair => /^([^=]+)=\s*$/.exec(pair)?.[1] ?? []).find(isCredential)
  return name === undefined ? undefined : warning(`${what} "${name}" has no value`)
}

function warning(message: string): Problem {
  return asWarning(usageProblem(message, 'Perhaps a variable of the shell is not set.'))
}
