import { parseTemplate } from '../../template/template.ts'
import { encodedInUrl, urlTextKind } from '../../util/text-in-url.ts'
import { not } from './build-predicate.ts'
import { joined } from './joined.ts'
import type { ProgramScope } from './program-scope.ts'
import type { Expect, Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

type Part = string | Value

/**
 * The URL of a request, with what is known of its values encoded where it would end the part that it stands in, as a run does:
 * constants of the suite and data rows. Values that only answers and the process know are taken as they are.
 */
export function buildUrl(url: string, scope: ProgramScope): Value {
  const { parts } = parseTemplate(url)
  const written: Part[] = []
  let before = ''
  for (const [index, part] of parts.entries()) {
    const behind = parts.slice(index + 1).map(one => (typeof one === 'string' ? one : ''))
    const encode = (text: string): string =>
      encodedInUrl({ text, kind: urlTextKind(text, before), isGiven: false }, before, behind.join(''))
    const own = typeof part === 'string' ? part : encodedValue(part.name, encode, scope)
    written.push(own)
    before +=
      typeof own === 'string' ? own : (scope.textsOf(own)[0] ?? (before === '' ? 'http://host' : 'value'))
  }
  return joined(written)
}

function encodedValue(placeholder: string, encode: (text: string) => string, scope: ProgramScope): Part {
  const constant = scope.constantText(placeholder)
  if (constant !== undefined && encode(constant) !== constant) return encode(constant)
  const value = scope.reference(placeholder)
  if (value.kind !== 'column') return value
  const texts = scope.textsOf(value)
  const encoded = texts.map(encode)
  return encoded.every((text, index) => text === texts[index]) ? value : scope.columnBeside(value, encoded)
}

/**
 * That what answers have given for a segment of the path is not empty: `DELETE /pets/{{id}}` must not become `DELETE /pets/`, or
 * nothing would be shown of the pet.
 */
export function filledSegments(url: Value, scope: ProgramScope): readonly Expect[] {
  const parts = url.kind === 'template' ? url.parts : [url]
  const query = parts.findIndex(part => typeof part === 'string' && /[?#]/.test(part))
  return (query === -1 ? parts : parts.slice(0, query)).flatMap((part, index): readonly Expect[] => {
    const [before, behind = '/'] = [parts[index - 1], parts[index + 1]]
    const isSegment = isText(before, /\/$/) && isText(behind, /^[/?#]/)
    if (typeof part === 'string' || !isSegment || !scope.isOfAnswer(part)) return []
    const type = typeOfValue(part)
    if (type === 'number' || type === 'boolean') return []
    const holds = not({ kind: 'equal', actual: part, expected: { kind: 'literal', value: '' }, as: type })
    return [{ kind: 'expect', name: `{{${part.name}}} is not empty`, holds }]
  })
}

function isText(part: Part | undefined, pattern: RegExp): boolean {
  return typeof part === 'string' && pattern.test(part)
}
