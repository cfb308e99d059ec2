import type { JsonObject } from '../../model/json.ts'
import { cutText } from '../../util/cut-text.ts'
import { valueText } from '../../util/value-text.ts'

const longestLabel = 60

/** A few values to recognise a row by: `email=ada@example.org, role=admin`, cut at 60 characters. */
export function labelRow(values: JsonObject): string {
  let label = ''
  for (const [name, value] of Object.entries(values)) {
    if (name === 'expected_status') continue
    label += `${label === '' ? '' : ', '}${name}=${valueText(value).replace(/\s+/g, ' ')}`
    if (label.length > longestLabel) return cutText(label, longestLabel)
  }
  return label
}
