import type { JsonObject } from '../../../../model/json.ts'
import { disabledValue, groupedValues } from '../../named-values.ts'
import { memberAt } from '../../parts.ts'
import { templateOf } from '../../template.ts'
import { queryParameters } from '../query-text.ts'
import type { BodySurroundings, ReadBody } from './index.ts'

const formType = /^application\/x-www-form-urlencoded\b/

/** A URL-encoded form. When all its fields are disabled Postman sends no body. */
export function readForm(body: JsonObject, { type }: BodySurroundings): ReadBody {
  const fields = queryParameters(memberAt(body, 'urlencoded'))
  if (fields.every(({ disabled }) => disabled)) return { keys: {} }
  const form = groupedValues(
    fields.map(({ key, value, disabled }) => {
      const text = templateOf(value ?? '')
      return [templateOf(key ?? ''), disabled ? disabledValue(text) : text] as const
    }),
  )
  return { keys: { form: form ?? {} }, replacesType: type !== undefined && !formType.test(type) }
}
