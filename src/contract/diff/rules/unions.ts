import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { locationOf } from './keyword-locations.ts'

/** Alternatives of `oneOf` and `anyOf` that came and went. */
export const unionRules: readonly SchemaRule[] = [
  ...rulesOf('oneOf', 'one-of'),
  ...rulesOf('anyOf', 'any-of'),
  {
    id: '{place}-wrapped-in-one-of',
    about: 'unions',
    request: 'breaking',
    response: 'breaking',
    levels: {
      'request-property': 'warning',
      'request-parameter': 'warning',
      'request-parameter-property': 'warning',
    },
    description: 'What was the only schema is one of several, of which only one may match',
    find: ({ before, unions: { wrapped } }) =>
      wrapped?.kind === 'oneOf'
        ? [
            {
              reason: 'the schema is one of several now',
              before: locationOf(before),
              after: wrapped.location,
            },
          ]
        : [],
  },
  {
    id: '{place}-any-of-became-one-of',
    about: 'unions',
    request: 'breaking',
    response: 'safe',
    description: 'Values that are right by several alternatives are no longer right',
    find: pair => kindFindings(pair, 'anyOf', 'oneOf', 'only one of the alternatives may match now'),
  },
  {
    id: '{place}-one-of-became-any-of',
    about: 'unions',
    request: 'safe',
    response: 'breaking',
    description: 'Values that are right by several alternatives are right now',
    find: pair => kindFindings(pair, 'oneOf', 'anyOf', 'several of the alternatives may match now'),
  },
]

/** Unions of another kind, where a value may be right by two alternatives; a discriminator separates them. */
function kindFindings(
  pair: ShapePair,
  old: 'oneOf' | 'anyOf',
  fresh: 'oneOf' | 'anyOf',
  reason: string,
): readonly SchemaFinding[] {
  const { before, after } = pair
  return after.unions.flatMap((union, index) => {
    const former = before.unions[index]
    if (former?.kind !== old || union.kind !== fresh || former.members.length < 2) return []
    if (before.discriminator !== undefined && after.discriminator !== undefined) return []
    return [{ reason, before: { ...former.part, keys: [old] }, after: { ...union.part, keys: [fresh] } }]
  })
}

function rulesOf(kind: 'oneOf' | 'anyOf', name: string): readonly SchemaRule[] {
  return [
    {
      id: `{place}-${name}-added`,
      about: 'unions',
      request: 'safe',
      response: 'breaking',
      description: `Another alternative is right (${kind})`,
      find: pair => find(pair, 'added', kind),
    },
    {
      id: `{place}-${name}-removed`,
      about: 'unions',
      request: 'breaking',
      response: 'safe',
      description: `An alternative is no longer right (${kind})`,
      find: pair => find(pair, 'removed', kind),
    },
  ]
}

function find(pair: ShapePair, what: 'added' | 'removed', kind: 'oneOf' | 'anyOf'): readonly SchemaFinding[] {
  return pair.unions[what]
    .filter(member => member.kind === kind)
    .map(({ name, location, isOffer: isAgreed }) =>
      what === 'added'
        ? { reason: `the alternative ${name} is new`, before: locationOf(pair.before, kind), after: location }
        : {
            reason: `the alternative ${name} is gone`,
            before: location,
            after: locationOf(pair.after, kind),
            // An alternative with a name was offered.
            isAgreed,
          },
    )
}
