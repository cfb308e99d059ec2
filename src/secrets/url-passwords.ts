import { isCredentialLine } from './credential-names.ts'

/**
 * What stands before a password in a URL, but for its slashes, and the password: up to the last `@` of the authority,
 * placeholders whole. A text may be long and a server's: each character can be read in one way only, and a scheme is short.
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

/** A parameter in the query of a URL. */
const parameter = /([?&])([^=&#\s"<>]+)=([^&#\s"'<>]+)/g

/** The text with `***` for the passwords of its URLs, and for the credentials in their queries. */
export function maskUrlCredentials(text: string): string {
  return maskUrlPasswords(text).replace(/\bhttps?:\/\/[^\s"<>]+\?[^\s"<>]+/gi, url =>
    url.replace(parameter, (whole, before: string, name: string, value: string) =>
      isCredentialLine(name) && !onlyPlaceholders.test(value) ? `${before}${name}=***` : whole,
    ),
  )
}
