import type { JsonObject } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { valueText } from '../../util/value-text.ts'
import { placeholders } from './client-text.ts'

/** `@name = value` */
export function variableLine(name: string, value: JsonObject[string]): string {
  return `@${name} = ${placeholders(valueText(value)).replace(/\r?\n/g, String.raw`\n`)}`
}

/** The text of a file in which these variables have these values; new ones stand in front. */
export function withVariables(text: string, values: JsonObject): string {
  let changed = text
  let added = ''
  for (const [name, value] of Object.entries(values)) {
    const line = variableLine(name, value)
    const pattern = new RegExp(`^(\ufeff?)@${literalPattern(name)}\\s*=[ \\t]*(.*?)(?=\\r?$)`, 'm')
    const [, , former] = pattern.exec(changed) ?? []
    if (former === undefined) added += `${line}\n`
    else if (`@${name} = ${former}` !== line)
      changed = changed.replace(pattern, (_, mark: string) => `${mark}${line}`)
  }
  return added === '' ? changed : `${added}\n${changed}`
}
