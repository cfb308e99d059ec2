import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { spotOf } from './keyword-spots.ts'

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
        ? [{ reason: 'the schema is one of several now', before: spotOf(before), after: wrapped.spot }]
        : [],
  },
]

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
    .map(({ name, spot }) =>
      what === 'added'
        ? { reason: `the alternative ${name} is new`, before: spotOf(pair.before, kind), after: spot }
        : { reason: `the alternative ${name} is gone`, before: spot, after: spotOf(pair.after, kind) },
    )
}
