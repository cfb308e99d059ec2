import { curlFormPart } from '../../compile/curl-form-part.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Given, Piece } from './given.ts'
import type { GivenOption } from './read-arguments.ts'

/** The parts that -F and --form-string give. */
export function readForm(given: Given): Piece {
  const parts = given.all('form', 'form-string').map(option => partOf(option, given))
  if (parts.length === 0) return { keys: {} }
  const refused = parts.flatMap(part => (part.refused === undefined ? [] : [part.refused]))
  return { keys: { multipart: namedValues(parts.map(({ name, value }) => [name, value])) }, refused }
}

interface ReadPart {
  readonly name: string
  readonly value: JsonValue
  readonly refused?: string
}

function partOf({ name: option, value: written }: GivenOption, given: Given): ReadPart {
  const at = written.indexOf('=')
  const name = written.slice(0, Math.max(at, 0))
  const content = written.slice(at + 1)
  if (at < 1) return { name, value: '', refused: `--${option} ${written} is not name=value` }
  if (option === 'form-string') return { name, value: content }
  const { sign, value, type, filename, unknown } = curlFormPart(content)
  if (unknown !== undefined)
    return { name, value: '', refused: `--form ${name}: suites have no ;${unknown}=` }
  const isInput = value === '-' && sign !== ''
  const isFile = sign === '@' && !isInput
  if (isFile && value.includes(',') && !content.startsWith('@"'))
    return { name, value: '', refused: `--form ${name}: several files in one part` }
  const read = isInput || sign === '<' ? given.textOf(value) : value
  if (read === undefined)
    return {
      name,
      value: '',
      refused: `--form ${name}=${sign}${value}: what is read there is not in the command`,
    }
  const named = filename ?? (isInput && sign === '@' ? '-' : undefined)
  const details = {
    ...(named === undefined ? {} : { filename: named }),
    ...(type === undefined ? {} : { 'content-type': type }),
  }
  if (isFile) return { name, value: { file: value, ...details } }
  return { name, value: Object.keys(details).length === 0 ? read : { text: read, ...details } }
}
