import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { listAt } from './parts.ts'
import { scriptTexts } from './read/read-events.ts'
import type { KnownVariables } from './context.ts'

/** Collects the facts that a collection itself gives of its variables: `scripts` are the sources of all its scripts. */
export function knownVariables(variables: JsonObject, scripts: readonly string[]): KnownVariables {
  const texts = Object.entries(variables).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  const others = Object.keys(variables).filter(name => typeof variables[name] !== 'string')
  const changing = new Set([...others, ...scripts.flatMap(quotedNames)])
  const unchanging = texts.map(([name]) => name).filter(name => !changing.has(name))
  return { values: new Map(texts), changing, texts: new Set(unchanging) }
}

/** Every text in quotes that is not only asked for: a script may set a variable by it, however it does so. */
function quotedNames(script: string): readonly string[] {
  const quoted = script.replace(/\.\s*(get|has|unset|getEnvironmentVariable)\(\s*(["'`])[^"'`]*\2/g, '')
  return [...quoted.matchAll(/(["'`])([^"'`\n]{1,100})(?=\1)/g)].map(match => match[2] ?? '')
}

/** The sources of all scripts of a collection. */
export function allScripts(group: JsonObject): readonly string[] {
  const below = listAt(group, 'item').flatMap((item: JsonValue) => (isObject(item) ? allScripts(item) : []))
  return [...scriptTexts(group), ...below]
}
