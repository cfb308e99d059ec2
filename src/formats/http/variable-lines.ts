import type { JsonObject } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { valueText } from '../../util/value-text.ts'
import { placeholders } from './client-text.ts'
import { readHttpFile } from './read-http-file.ts'

/** `@name = value` */
export function variableLine(name: string, value: JsonObject[string]): string {
  return `@${name} = ${placeholders(valueText(value)).replace(/\r?\n/g, String.raw`\n`)}`
}

/**
 * The text of a file in which these variables have these values; new ones stand in front. Lines above the first request go that set
 * others, unless the steps set them, or their value is one from elsewhere.
 */
export function withVariables(text: string, values: JsonObject, ofSteps: ReadonlySet<string>): string {
  let changed = withoutLines(text, name => Object.hasOwn(values, name) || ofSteps.has(name))
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

function withoutLines(text: string, stays: (name: string) => boolean): string {
  const [first] = readHttpFile(text).requests
  const above = (first?.line ?? 1) - 1
  return text
    .split('\n')
    .filter((line, index) => {
      const [, name = '', value = ''] = /^@([^\s=]+)\s*=\s*(.*)$/.exec(line.trimEnd()) ?? []
      return (
        index >= above ||
        name === '' ||
        stays(name) ||
        value.includes(`{{${name}}}`) ||
        isReference.test(value)
      )
    })
    .join('\n')
}

const isReference = /\{\{[^{}]*\.response\./
