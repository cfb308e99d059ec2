import type { JsonValue } from '../../model/json.ts'
import type { CallArguments } from './call-options.ts'
import { namedValues, splitPair } from './named-values.ts'
import { argument, misused, nothing, part, type Part } from './part.ts'

/** Reads -F and --form-string, as curl does. */
export function readFormParts({ form = [], formString = [] }: CallArguments): Part {
  if (form.length + formString.length === 0) return nothing
  const pairs: (readonly [string, JsonValue])[] = []
  for (const [written, read] of [
    ...form.map(text => [text, readPart] as const),
    ...formString.map(text => [text, asText] as const),
  ]) {
    const [name, content] = splitPair(written) ?? []
    if (name === undefined || content === undefined) return misused(`--form ${written} is not name=value`)
    if (read === readPart && content.startsWith('<'))
      return misused(`--form ${name}=<FILE is not known`, `Write --form ${name}=@${content.slice(1)}.`)
    pairs.push([name, read(content)])
  }
  return part({ multipart: namedValues(pairs) }, argument('--form', form[0] ?? formString[0], 'multipart'))
}

function asText(content: string): JsonValue {
  return content
}

/** The content of a part, and what may follow it: `;type=image/png;filename=me.png`. */
const partPattern = /^("(?:[^"\\]|\\.)*"|.*?)((?:;\s*(?:type|filename)=(?:"(?:[^"\\]|\\.)*"|[^;]*))*)$/s

function readPart(content: string): JsonValue {
  const isFile = content.startsWith('@')
  const [, value = '', details = ''] = partPattern.exec(isFile ? content.slice(1) : content) ?? []
  const type = detailOf(details, 'type')
  const filename = detailOf(details, 'filename')
  if (!isFile && details === '') return unquoted(value)
  return {
    [isFile ? 'file' : 'text']: unquoted(value),
    ...(filename === undefined ? {} : { filename }),
    ...(type === undefined ? {} : { 'content-type': type }),
  }
}

function detailOf(details: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=("(?:[^"\\\\]|\\\\.)*"|[^;]*)`, 's').exec(details)?.[1]
  return found === undefined ? undefined : unquoted(found.trim())
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
}
