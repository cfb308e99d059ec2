import type { Located } from '../../../api-description/documents/loaded-document.ts'
import { referenceOf } from '../../../api-description/documents/document-set.ts'
import { nameOfReference } from '../../../api-description/documents/name-of-reference.ts'
import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

/**
 * Schemas that must hold, too, between two lists of such. What only moved from one to another is none: what all of them
 * ask for together counts.
 */
export const allOfRules: readonly SchemaRule[] = [
  {
    id: '{place}-all-of-added',
    request: 'breaking',
    response: 'safe',
    description: 'Another schema must hold, too (allOf)',
    find: pair =>
      unmatched(pair.after.allOf, pair.before.allOf, (one, other) => pair.isSame([other], [one]))
        .filter(one => asksMore(pair.shapeAfter([one]), pair.before))
        .map(one => findingAt(pair, ['allOf'], `${nameOf(one)} must hold, too`)),
  },
  {
    id: '{place}-all-of-removed',
    isAgreed: true,
    request: 'warning',
    response: 'safe',
    description: 'A schema need not hold any more (allOf)',
    find: pair =>
      unmatched(pair.before.allOf, pair.after.allOf, (one, other) => pair.isSame([one], [other]))
        .filter(one => asksMore(pair.shapeBefore([one]), pair.after))
        .map(one => findingAt(pair, ['allOf'], `${nameOf(one)} need not hold any more`)),
  },
]

/** Members of a list that the other, which must not be empty, does not have. */
function unmatched(
  members: readonly Located[],
  others: readonly Located[],
  isSame: (member: Located, other: Located) => boolean,
): readonly Located[] {
  if (others.length === 0 || members.length <= others.length) return []
  return members.filter(member => !others.some(other => sameName(member, other) || isSame(member, other)))
}

function sameName(member: Located, other: Located): boolean {
  const [own, others] = [referenceOf(member.value), referenceOf(other.value)]
  return own !== undefined && others !== undefined && nameOfReference(own) === nameOfReference(others)
}

function nameOf({ value }: Located): string {
  const reference = referenceOf(value)
  return reference === undefined ? 'a schema' : nameOfReference(reference)
}

/** True where a schema has a constraint where another has none. */
function asksMore(one: Shape, than: Shape): boolean {
  const lists = ['properties', 'required', 'bounds', 'keywords', 'schemas', 'named'] as const
  return (
    lists.some(list => [...one[list].keys()].some(name => !than[list].has(name))) ||
    (one.values !== undefined && than.values === undefined) ||
    one.unions.length > than.unions.length
  )
}
