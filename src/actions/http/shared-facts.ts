import type { JsonObject } from '../../model/json.ts'
import type { InputProblem, NumberedStatuses } from '../facts.ts'

/** The statuses of HTTP (RFC 9110 section 15). Answers of 1xx are not the last ones. */
export const httpStatuses: NumberedStatuses = {
  kind: 'numbers',
  called: 'a status',
  least: 100,
  most: 599,
  finals: [200, 599],
  hasClasses: true,
  examples: '200 or one-of: [200, 4xx]',
}

/** What is wrong with the URL that an action such as `sse` has as the value of its key. */
export function streamUrlProblems(
  input: JsonObject,
  key: string,
  whole: RegExp,
  schemes: string,
): readonly InputProblem[] {
  const url = input[key]
  if (typeof url !== 'string' || url.trim() === '' || whole.test(url.trim())) return []
  const [, behindMethod] = /^[A-Z]+\s+(\S.*)$/s.exec(url.trim()) ?? []
  const [message, hint] =
    behindMethod === undefined
      ? [`"${url}" is not a whole URL`, wholeUrlHint(url, schemes, written => `${key}: "${written}"`)]
      : [`a ${key} step has no method before its URL`, `Write \`${key}: ${behindMethod}\`.`]
  return [{ at: [key], code: 'bad-value', message, more: { hint } }]
}

/** What to do about a URL that does not begin as it must; one with another scheme is no path below a variable. */
export function wholeUrlHint(url: string, schemes: string, line: (url: string) => string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return `It has to begin with ${schemes}.`
  if (url.search(inOneBrace) === 0)
    return `A variable stands in two braces: \`${line(url.replaceAll(inOneBrace, '{{$1}}'))}\`.`
  const below = `{{baseUrl}}${url.startsWith('/') ? '' : '/'}${url}`
  return `Begin it with ${schemes}, or with a variable: \`${line(below)}\`.`
}

/** A variable as other tools and descriptions write it, `{id}` or `${id}`. */
const inOneBrace = /(?<!\{)\$?\{([\w.-]+)\}(?!\})/g
