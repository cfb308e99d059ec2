import { environmentName } from '../../compile/environment-names.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { environmentIn } from './former-document.ts'
import type { FormerPart } from './kept-part.ts'
import { variableList } from './write-values.ts'

/** An environment; the variables of the former one stay in their order. */
export function environmentDocument(
  { name, variables, secrets, disabled = {} }: SavedEnvironment,
  before: FormerPart | undefined,
  lose: Say,
): JsonObject {
  const document = before === undefined ? {} : environmentIn(before)
  if (before?.isSame() === true) return document
  const values = list(document['variables']).map(mapping)
  const known = (key: string, mark: 'secret' | 'disabled'): JsonObject | undefined =>
    values.find(one => one[mark] === true && one['name'] === key)
  const open = values.filter(one => one['secret'] !== true && one['disabled'] !== true)
  const entries = [
    ...variableList(variables, open),
    ...variableList(disabled, []).map(
      one => known(valueText(one['name'] ?? ''), 'disabled') ?? { ...one, disabled: true },
    ),
    ...Object.keys(secrets).map(key => known(key, 'secret') ?? { secret: true, name: key }),
  ]
  for (const [key, value] of Object.entries(secrets))
    if (value !== `{{env.${environmentName(key)}}}`)
      lose(`secret ${key}`, 'Bruno keeps no values of secrets in files')
  const all = inFormerOrder(entries, values)
  return defined({ ...document, name, variables: all.length === 0 ? undefined : all })
}

function inFormerOrder(entries: readonly JsonObject[], former: readonly JsonObject[]): readonly JsonObject[] {
  const place = (one: JsonObject): number => {
    const at = former.findIndex(
      other => other['name'] === one['name'] && (other['secret'] === true) === (one['secret'] === true),
    )
    return at < 0 ? former.length : at
  }
  return entries.toSorted((one, other) => place(one) - place(other))
}
