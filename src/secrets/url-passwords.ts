import { decodePercent } from '../util/decode-percent.ts'
import { isCredentialLine } from './credential-names.ts'

/**
 * The parts before a password in a URL, but for its slashes, and the password: up to the last `@` of the authority,
 * placeholders whole. A text may be long and a server's: each character can be read in one way only, and a scheme is
 * short.
 */
const scheme = /\b[a-z][a-z\d+.-]{0,30}:/
const user = /[^\s/?#\\:@"<>]*:/
const password = /(?:\{\{[^{}]*\}\}|(?!\{\{[^{}]*\}\})[^\s/?#\\"<>])+(?=@)/
const everyPassword = passwordsBehind('[/\\\\]{2}')
/** One that was taken for a path has lost a slash. */
const everyShownPassword = passwordsBehind('[/\\\\]{1,2}')

function passwordsBehind(slashes: string): RegExp {
  return new RegExp(`(${scheme.source}${slashes}${user.source})(${password.source})`, 'gi')
}

const onlyPlaceholders = /^(?:\{\{[^}]*\}\})+$/

/** The passwords of all `scheme://user:password@host` in a text. */
export function urlPasswords(text: string): readonly string[] {
  return text.includes('@') ? [...text.matchAll(everyPassword)].map(([, , found = '']) => found) : []
}

/** The text with `***` for the passwords of its URLs; one that is made of placeholders stays. */
export function maskUrlPasswords(text: string): string {
  if (!text.includes('@')) return text
  return text.replace(everyShownPassword, (whole, before: string, found: string) =>
    onlyPlaceholders.test(found) ? whole : `${before}***`,
  )
}

/** A parameter in the query or the fragment of a URL; one in the value of another is found, too: `;url=/in?token=a`. */
const parameter = /([?&#;])([^=&#?;\s"<>]+)=((?:[^&#?;\s"'<>]|[?;](?![^=&#?;\s"<>]+=))+)/g

/**
 * True where a parameter serves as a credential; the code of a login does, and stands beside the state that was sent with
 * it.
 */
function isCredentialParameter(name: string, url: string): boolean {
  return isCredentialLine(name) || (name === 'code' && /[?&#;]state=/.test(url))
}

/** The passwords of the URLs in a text, and the credentials in their parameters, as they stand there and decoded. */
export function urlCredentials(text: string): readonly string[] {
  const values = [...text.matchAll(parameter)].flatMap(([, , name = '', value = '']) =>
    isCredentialParameter(name, text) ? [value, decodePercent(value)] : [],
  )
  return [...urlPasswords(text), ...values]
}

/** The text with `***` for the passwords of its URLs, and for the credentials in their parameters; placeholders stay. */
export function maskUrlCredentials(text: string): string {
  return maskUrlPasswords(text).replace(parameter, (whole, before: string, name: string, value: string) =>
    isCredentialParameter(name, text) && !onlyPlaceholders.test(value) ? `${before}${name}=***` : whole,
  )
}
