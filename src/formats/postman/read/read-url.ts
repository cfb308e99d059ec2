import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { disabledValue, groupedValues } from '../named-values.ts'
import { memberAt, textAt } from '../parts.ts'
import type { Context } from '../context.ts'
import { templateOf } from '../template.ts'
import { outsideOfPlaceholders, queryParameters } from './query-text.ts'
import { hasPathValue, pathSegments, pathVariableOf, urlText } from './url-text.ts'
import { isObject } from '../../../util/is-json.ts'
import { defined } from '../../../util/defined.ts'

/** In place of a URL that nothing can be sent to: such a request fails when it runs, as it does in Postman. */
export const nowhere = 'http://no-address.invalid'

/** The URL of a request line, and the `query` with its disabled parameters. */
export function readUrl(
  url: JsonValue | undefined,
  around: Context,
): { readonly url: string; readonly query?: JsonObject } {
  const query = disabledQuery(url)
  const text = withScheme(writable(templateOf(urlText(url))), around)
  reportEmptyVariables(url, text, around)
  const problem = problemOf(text)
  const raw = typeof url === 'string' ? url : (textAt(url, 'raw') ?? '')
  if (problem === undefined && /^\s*https?:\/\/\//i.test(raw))
    around.log.note(`url ${JSON.stringify(raw)}`, `it names no host; as by Postman, it is sent to ${text}`)
  if (/\/\.\.?(?=[/?#]|$)/.test(text))
    around.log.lose(`url ${text}`, 'the segments . and .. are taken out before it is sent')
  if (problem !== undefined) around.log.lose(`url ${JSON.stringify(urlText(url))}`, problem)
  return defined({ url: problem === undefined ? text : nowhere, query })
}

function disabledQuery(url: JsonValue | undefined): JsonObject | undefined {
  const disabled = queryParameters(memberAt(url, 'query')).filter(parameter => parameter.disabled)
  const pairs = disabled.flatMap(({ key, value }) =>
    key === null || key === '' ? [] : [[templateOf(key), disabledValue(templateOf(value ?? ''))] as const],
  )
  return groupedValues(pairs)
}

/** Control characters and spaces at the end would not survive in a request line; Postman encodes them. */
function writable(text: string): string {
  return outsideOfPlaceholders(text, /\p{Cc}/gu).replace(/ +$/, spaces => '%20'.repeat(spaces.length))
}

/** Postman takes http for a URL that names no scheme. */
function withScheme(text: string, { known }: Context): string {
  const start = /^\{\{([^{}]+)\}\}/.exec(text)
  const value = start === null ? text : known.values.get(start[1]?.trim() ?? '')
  if (value === undefined || value === '' || /^([^/?#]*:\/\/|\{\{)/.test(value)) return text
  return `http://${text}`
}

function reportEmptyVariables(url: JsonValue | undefined, text: string, { log }: Context): void {
  if (!isObject(url)) return
  for (const segment of pathSegments(url) ?? []) {
    const name = pathVariableOf(segment)
    if (name !== undefined && text.split(/[/?#]/).includes(segment))
      log.note(
        `path variable :${name}`,
        hasPathValue(url, name)
          ? 'its value is no text, and Postman sends it as it stands; give it with quotes'
          : 'it has no value and is sent as it stands, as by Postman',
      )
  }
}

/** Why nothing can be sent to this URL, whatever its placeholders hold. */
function problemOf(text: string): string | undefined {
  if (text === '') return 'there is no URL to send to'
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme))
    return `a request speaks http or https, not ${scheme}`
  if (scheme !== undefined && /^[^:]*:\/\/(?:[/?#:]|$)/.test(text)) return 'it names no host'
  if (scheme !== undefined && !URL.canParse(text.replace(/\{\{[^{}]*\}\}/g, '1'))) return 'it is no valid URL'
  return undefined
}
