import type { Discriminator } from '../shape/shape.ts'
import { nameOfTarget } from '../../../api-description/documents/name-of-reference.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** The property that says which alternative a value is. */
export const discriminatorRules: readonly SchemaRule[] = [
  {
    id: '{place}-discriminator-added',
    isAgreed: true,
    request: 'warning',
    response: 'safe',
    description: 'A property tells alternatives apart',
    find: pair =>
      find(pair, (old, fresh) =>
        old === undefined && fresh !== undefined
          ? [`${fresh.propertyName} tells alternatives apart now`]
          : [],
      ),
  },
  {
    id: '{place}-discriminator-removed',
    isAgreed: true,
    request: 'safe',
    response: 'warning',
    description: 'No property tells alternatives apart any more',
    find: pair =>
      find(pair, (old, fresh) =>
        old !== undefined && fresh === undefined
          ? [`${old.propertyName} tells no alternatives apart any more`]
          : [],
      ),
  },
  {
    id: '{place}-discriminator-property-name-changed',
    isAgreed: true,
    request: 'breaking',
    response: 'breaking',
    description: 'Another property tells alternatives apart',
    find: pair =>
      find(pair, (old, fresh) =>
        old !== undefined && fresh !== undefined && old.propertyName !== fresh.propertyName
          ? [`${fresh.propertyName} tells alternatives apart in place of ${old.propertyName}`]
          : [],
      ),
  },
  {
    id: '{place}-discriminator-mapping-added',
    isAgreed: true,
    request: 'safe',
    response: 'warning',
    description: 'There is another value of the property that tells alternatives apart',
    find: pair =>
      find(pair, (old, fresh) =>
        both(old, fresh, (before, after) =>
          [...after.keys()].filter(tag => !before.has(tag)).map(tag => `the value ${tag} is new`),
        ),
      ),
  },
  {
    id: '{place}-discriminator-mapping-deleted',
    isAgreed: true,
    request: 'breaking',
    response: 'safe',
    description: 'A value of the property that tells alternatives apart is gone',
    find: pair =>
      find(pair, (old, fresh) =>
        both(old, fresh, (before, after) =>
          [...before.keys()].filter(tag => !after.has(tag)).map(tag => `the value ${tag} is gone`),
        ),
      ),
  },
  {
    id: '{place}-discriminator-mapping-changed',
    isAgreed: true,
    request: 'breaking',
    response: 'breaking',
    description: 'A value of the property that tells alternatives apart stands for another one',
    find: pair =>
      find(pair, (old, fresh) =>
        both(old, fresh, (before, after) =>
          [...before].flatMap(([tag, name]) => {
            const other = after.get(tag)
            return other === undefined || other === name
              ? []
              : [`the value ${tag} stands for ${other} in place of ${name}`]
          }),
        ),
      ),
  },
]

function find(
  pair: ShapePair,
  reasonsOf: (old: Discriminator | undefined, fresh: Discriminator | undefined) => readonly string[],
): readonly SchemaFinding[] {
  return reasonsOf(pair.before.discriminator, pair.after.discriminator).map(reason =>
    findingAt(pair, ['discriminator'], reason),
  )
}

/** Compares the schemas that the values lead to, by name, where both sides have a discriminator. */
function both(
  old: Discriminator | undefined,
  fresh: Discriminator | undefined,
  reasonsOf: (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) => readonly string[],
): readonly string[] {
  if (old === undefined || fresh === undefined || old.propertyName !== fresh.propertyName) return []
  return reasonsOf(named(old), named(fresh))
}

function named({ mapping }: Discriminator): ReadonlyMap<string, string> {
  return new Map([...mapping].map(([tag, target]) => [tag, nameOfTarget(target)]))
}
