import type { JsonObject } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { withScheme } from '../../util/with-scheme.ts'
import type { InputProblem, NumberedStatuses } from '../facts.ts'

/** The statuses of HTTP (RFC 9110 section 15). Answers of 1xx are not the last ones. */
export const httpStatuses: NumberedStatuses = {
  kind: 'numbers',
  called: 'a status',
  least: 100,
  most: 599,
  finals: [200, 599],
  hasClasses: true,
  usual: ['2xx', '3xx'],
  examples: '200 or one-of: [200, 4xx]',
}

/** Finds problems in the URL that an action such as `sse` has as the value of its key, and in its headers. */
export function streamUrlProblems(
  input: JsonObject,
  key: string,
  whole: RegExp,
  schemes: string,
): readonly InputProblem[] {
  const ofHeaders = headerNameProblems(input)
  const url = input[key]
  if (typeof url !== 'string' || url.trim() === '' || whole.test(url.trim())) return ofHeaders
  const [, behindMethod] = /^[A-Z]+\s+(\S.*)$/s.exec(url.trim()) ?? []
  const [message, hint] =
    behindMethod === undefined
      ? [`"${url}" is not a whole URL`, wholeUrlHint(url, schemes, written => `${key}: "${written}"`)]
      : [`a ${key} step has no method before its URL`, `Write \`${key}: ${behindMethod}\`.`]
  return [...ofHeaders, { at: [key], code: 'bad-value', message, more: { hint } }]
}

/** RFC 9110 section 5.6.2: a token. */
export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Names of headers that none can have. */
export function headerNameProblems({ headers }: JsonObject): readonly InputProblem[] {
  if (headers === undefined) return none
  return Object.keys(mapping(headers)).flatMap(name => {
    if (headerName.test(name) || name.includes('{{')) return none
    const meant = name.trim().replace(/\s*:$/, '')
    const hint = headerName.test(meant)
      ? `Write ${meant}.`
      : 'A header name is made of letters, digits and hyphens.'
    const message = `${JSON.stringify(name)} is not a header name`
    return [{ at: ['headers', name], code: 'bad-value', message, more: { hint, atKey: true } } as const]
  })
}

const none: readonly InputProblem[] = []

/** The hint for a URL that does not begin as it must; one with another scheme is no path below a variable. */
export function wholeUrlHint(url: string, schemes: string, line: (url: string) => string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return `It has to begin with ${schemes}.`
  if (url.search(inOneBrace) === 0)
    return `A variable stands in two braces: \`${line(url.replaceAll(inOneBrace, '{{$1}}'))}\`.`
  if (startsWithHost.test(url)) {
    const whole = withScheme(url)
    return `Begin it with ${schemes}: \`${line(schemes.startsWith('ws') ? whole.replace(/^http/, 'ws') : whole)}\`.`
  }
  const below = `{{baseUrl}}${url.startsWith('/') ? '' : '/'}${url}`
  return `Begin it with ${schemes}, or with a variable: \`${line(below)}\`.`
}

/** `127.0.0.1/x`, `shop.test:8000/x` */
const startsWithHost =
  /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*(?=:\d))(?::\d+)?(?:[/?#]|$)/i

/** A variable as other tools and descriptions write it, `{id}` or `${id}`. */
const inOneBrace = /(?<!\{)\$?\{([\w.-]+)\}(?!\})/g
