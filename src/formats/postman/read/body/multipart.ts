import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isList } from '../../../../util/is-json.ts'
import { disabledValue, groupedValues } from '../../named-values.ts'
import { listAt, memberAt, objectOf, textAt, withoutUndefined } from '../../parts.ts'
import { templateOf } from '../../template.ts'
import type { BodySurroundings, ReadBody } from './index.ts'

/** A multipart form. When all its parts are disabled Postman sends no body. */
export function readMultipart(body: JsonObject, around: BodySurroundings): ReadBody {
  const parts = listAt(body, 'formdata')
  if (parts.every(part => memberAt(part, 'disabled') === true)) return { keys: {} }
  const pairs = parts.flatMap(part => {
    const key = templateOf(textAt(part, 'key') ?? '')
    const isDisabled = memberAt(part, 'disabled') === true
    return valuesOf(part, around).map(value => [key, isDisabled ? disabledValue(value) : value] as const)
  })
  return { keys: { multipart: groupedValues(pairs) ?? {} }, replacesType: true }
}

function valuesOf(part: JsonValue, around: BodySurroundings): readonly JsonValue[] {
  return textAt(part, 'type') === 'file' ? filesOf(part, around) : [textPart(part)]
}

function textPart(part: JsonValue): JsonValue {
  const value = memberAt(part, 'value')
  const text = templateOf(typeof value === 'string' ? value : value ? JSON.stringify(value) : '')
  const more = objectOf(namesOf(part))
  return more === undefined ? text : { text, ...more }
}

/** One part for each file; a part whose file was never chosen is sent empty. */
function filesOf(part: JsonValue, { log }: BodySurroundings): readonly JsonValue[] {
  const source = memberAt(part, 'src')
  const files = (source !== undefined && source !== null && isList(source) ? source : [source]).filter(
    (file): file is string => typeof file === 'string' && file !== '',
  )
  if (files.length > 0)
    return files.map(file => ({ file: templateOf(file), ...withoutUndefined(namesOf(part)) }))
  if (textAt(part, 'value'))
    log.lose(`part ${textAt(part, 'key') ?? ''}`, 'its file stands in the collection itself')
  return [{ text: '', filename: '', ...withoutUndefined(namesOf(part)) }]
}

function namesOf(part: JsonValue): Readonly<Record<string, string | undefined>> {
  const type = textAt(part, 'contentType')
  const filename = textAt(part, 'fileName')
  return {
    filename: filename === undefined ? undefined : templateOf(filename),
    'content-type': type === undefined || type === '' ? undefined : templateOf(type),
  }
}
