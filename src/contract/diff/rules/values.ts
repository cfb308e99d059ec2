import { canonicalJson } from '../../../util/canonical-json.ts'
import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/**
 * Changes that no other rule tells, and those that come of several keywords together. These are found where all values
 * that are right by two schemas are compared, and not by looking at the schemas.
 */
const refused: SchemaRule = {
  id: '{place}-values-refused',
  request: 'breaking',
  description: 'Values are refused that were accepted, for no reason that another rule tells',
  find: () => [],
}

const added: SchemaRule = {
  id: '{place}-values-added',
  response: 'breaking',
  description: 'Values may come that could not, for no reason that another rule tells',
  find: () => [],
}

const undecided: SchemaRule = {
  id: '{place}-values-undecided',
  request: 'warning',
  response: 'warning',
  description: 'It cannot be told whether the same values are right as before',
  find: () => [],
}

export const valueRules: readonly SchemaRule[] = [refused, added, undecided]

/** That values of two schemas break somebody, for sure or perhaps. */
export function valueFinding(
  pair: ShapePair,
  isSure: boolean,
): { readonly rule: SchemaRule; readonly finding: SchemaFinding } {
  const keywords = changedKeywords(pair)
  const because = keywords.length === 0 ? '' : ` (${keywords.slice(0, 3).join(', ')})`
  if (!isSure)
    return {
      rule: undecided,
      finding: findingAt(pair, keywords, `whether the same values are right is unknown${because}`),
    }
  return pair.direction === 'request'
    ? { rule: refused, finding: findingAt(pair, keywords, `values are refused that were accepted${because}`) }
    : { rule: added, finding: findingAt(pair, keywords, `values may come that could not${because}`) }
}

/** The keywords that two schemas have otherwise, those first that hold for several schemas. */
function changedKeywords({ before, after }: ShapePair): readonly string[] {
  const [old, fresh] = [keywordsOf(before), keywordsOf(after)]
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    key => old.get(key) !== fresh.get(key),
  )
  return [...leading.filter(key => changed.includes(key)), ...changed.filter(key => !leading.includes(key))]
}

const leading = ['oneOf', 'anyOf', 'not', 'if', 'allOf']

function keywordsOf({ parts }: Shape): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { value } of parts)
    for (const [key, member] of Object.entries(value))
      if (!describing.has(key)) found.set(key, `${found.get(key) ?? ''}${canonicalJson(member)}`)
  return found
}

const describing = new Set(['title', 'description', 'example', 'examples', 'externalDocs', '$ref', 'default'])
