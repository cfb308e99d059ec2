import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { memberAt, textAt } from '../parts.ts'
import { urlText } from '../read/url-text.ts'

/** A collection whose requests go to a server, and a value for every variable it uses. */
export interface Redirected {
  readonly text: string
  readonly variables: Readonly<Record<string, string>>
}

/** Leads the URLs of a collection, in its scripts too, to the server at a URL such as `http://127.0.0.1:4010`. */
export function towardsServer(url: string, source: string): Redirected {
  const document = JSON.parse(source, (key, value: JsonValue) =>
    key === 'url' ? redirectedParts(url, value) : value,
  ) as JsonObject
  const text = JSON.stringify(document).replace(/https?:\/\/[\w.-]+(?::\d+)?/g, url)
  return { text, variables: variablesOf(url, text) }
}

/** Parts win over the text of a URL, so these lead to the server as well. */
function redirectedParts(url: string, value: JsonValue): JsonValue {
  const host = memberAt(value, 'host')
  if (!isObject(value) || host === undefined || host === '' || JSON.stringify(host).includes('{{'))
    return value
  const { hostname, port } = new URL(url)
  const parts = { ...value, protocol: 'http', host: hostname.split('.'), port }
  return textAt(value, 'raw') === undefined ? parts : { ...parts, raw: urlText(parts) }
}

/**
 * An address for a variable that URLs begin with, a path for one that stands behind it, and a text with its name for the
 * others.
 */
function variablesOf(url: string, text: string): Readonly<Record<string, string>> {
  const names = [...text.matchAll(/\{\{([^{}$][^{}]*)\}\}|\.get\(\\?["']([\w ]+)\\?["']\)/g)].map(
    ([, used, read]) => (used ?? read ?? '').trim(),
  )
  const valueOf = (name: string): string => {
    const placeholder = `\\{\\{${name.replace(/[^\w]/g, '\\$&')}\\}\\}`
    if (new RegExp(`"(?:raw|url)": *"${placeholder}`).test(text)) return url
    const value = `v-${name.replace(/\W/g, '-')}`
    return new RegExp(`"(?:raw|url)": *"(?:\\{\\{[^{}]*\\}\\})+${placeholder}`).test(text)
      ? `/${value}`
      : value
  }
  return Object.fromEntries([...new Set(names)].map(name => [name, valueOf(name)]))
}
