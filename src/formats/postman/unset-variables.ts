import { namesLeft, namesSetBy, namesUsed } from '../../compile/variable-flow.ts'
import type { CollectionItem } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { ConversionLog } from './conversion-log.ts'
import { textAt } from './parts.ts'

/**
 * Reports variables that what was made of scripts uses, which may be unset in Postman. Tells of those that nothing in the
 * collection has set by then, `known` being its own and those that its scripts set.
 */
export function reportUnset(
  items: readonly CollectionItem[],
  known: readonly string[],
  log: ConversionLog,
): boolean {
  const use: Use = { known: new Set(known), reported: new Set(), isAny: false }
  reportAll(items, use, log)
  return use.isAny
}

interface Use {
  readonly known: Set<string>
  readonly reported: Set<string>
  isAny: boolean
}

function reportAll(items: readonly CollectionItem[], use: Use, log: ConversionLog): void {
  for (const item of items) {
    if (item.kind === 'request') reportStep(item.step, use, log.below(textAt(item.step, 'name') ?? ''))
    else {
      const { variables = {}, secrets = {}, settings = {} } = item
      const set = namesSetBy(settings['scripts'] ?? null)
      for (const name of [...Object.keys(variables), ...Object.keys(secrets), ...set]) use.known.add(name)
      reportAll(item.items, use, log.below(item.name))
    }
  }
}

function reportStep(step: JsonObject, use: Use, log: ConversionLog): void {
  const { variables = null, extracts = null, validations = null, scripts } = step
  const before = isObject(scripts ?? null)
    ? { scripts: { before: (scripts as JsonObject)['before'] ?? null } }
    : {}
  tell(namesUsed(variables), use, log, 'takes it over sets nothing')
  for (const name of namesLeft({ ...before, ...(isObject(variables) ? { variables } : {}) }))
    use.known.add(name)
  tell(namesUsed(extracts), use, log, 'takes it over sets nothing')
  for (const name of namesLeft(step)) use.known.add(name)
  const asked = new Set(namesUsed(validations))
  addAsked(validations, asked)
  addAsked(extracts, asked)
  tell(asked, use, log, 'is compared with it fails, and what depends on it does not count')
}

function tell(names: Iterable<string>, use: Use, log: ConversionLog, outcome: string): void {
  for (const name of names) {
    if (/^(\$|env\.)/.test(name)) continue
    use.isAny = true
    if (use.known.has(name) || use.reported.has(name)) continue
    use.reported.add(name)
    log.note(
      `variable ${name}`,
      `nothing in the collection sets it before; while it has no value, what ${outcome}`,
    )
  }
}

/** Adds the names of targets such as `variable id`. */
function addAsked(value: JsonValue, names: Set<string>): void {
  if (isList(value)) for (const item of value) addAsked(item, names)
  else if (isObject(value))
    for (const key of Object.keys(value)) {
      if (key.startsWith('variable ') && !wantsAbsence(value[key] ?? null))
        names.add(key.slice('variable '.length))
      addAsked(value[key] ?? null, names)
    }
}

function wantsAbsence(expected: JsonValue): boolean {
  return isObject(expected) && expected['missing'] === true
}
