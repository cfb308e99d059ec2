import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCollection } from '../../util/is-json.ts'
import { numberOf, plainNumber } from '../../util/exact-number.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** The address of a request as it was imported and as it is, and the parameters of the step that is written anew of it. */
export interface ChangedAddress {
  readonly before: string
  readonly now: string
  readonly anew: JsonValue | undefined
}

/**
 * The parameters of a step with the values that a changed path has now; undefined where more has changed than such values, or
 * where nothing says which parameter a part of the path is.
 */
export function mergedPath(
  parameters: readonly JsonValue[],
  { before, now, anew }: ChangedAddress,
): readonly JsonValue[] | undefined {
  const [old, wanted] = [before.split('/'), now.split('/')]
  if (old.length !== wanted.length) return undefined
  const values = placeholderValues(wanted, anew)
  let merged = parameters
  for (const [index, part] of wanted.entries()) {
    const former = old[index] ?? ''
    if (former === part) continue
    const given = parameters.flatMap((one, at) => (isGivenAs(mapping(one), former) ? [at] : []))
    const [at, another] = given
    const value = values(part, mapping(parameters[at ?? -1])['value'])
    const isOnce = another === undefined && old.indexOf(former) === old.lastIndexOf(former)
    if (at === undefined || value === undefined || !isOnce) return undefined
    merged = merged.with(at, { ...mapping(merged[at]), value })
  }
  return merged
}

/** True for a parameter of the path that is written so in a request: an expression is written as a placeholder. */
function isGivenAs({ in: place, value = null }: JsonObject, part: string): boolean {
  if (place !== 'path' || isCollection(value)) return false
  const said = valueText(value)
  return said.startsWith('$') ? isPlaceholder(part) : encodeURIComponent(said) === part
}

function isPlaceholder(part: string): boolean {
  return /^\{\{[^{}]+\}\}$/.test(part)
}

/** Gives the value that a part of a path stands for: that of its placeholder, or its text, as a number where it was one. */
function placeholderValues(
  parts: readonly string[],
  anew: JsonValue | undefined,
): (part: string, former: JsonValue | undefined) => JsonValue | undefined {
  const written = list(anew)
    .map(mapping)
    .filter(one => one['in'] === 'path')
  // A placeholder at the front is the server, of which no parameter is written.
  const placeholders = parts.slice(1).filter(isPlaceholder)
  return (part, former) => {
    if (isPlaceholder(part)) return written[placeholders.indexOf(part)]?.['value']
    if (/[{}]/.test(part)) return undefined
    if (typeof former !== 'string' && /^(?:0|-?[1-9]\d*)$/.test(part)) return plainNumber(numberOf(part))
    return decoded(part)
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
