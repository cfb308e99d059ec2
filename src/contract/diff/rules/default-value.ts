import type { JsonValue } from '../../../model/json.ts'
import { canonicalJson } from '../canonical-json.ts'
import { findingAt, show } from './keyword-locations.ts'
import type { SchemaFinding, SchemaPlace, SchemaRule, ShapePair } from './rule.ts'

const places: readonly SchemaPlace[] = [
  'request-body',
  'request-property',
  'request-parameter-property',
  'response-body',
  'response-property',
]

/** Defaults, but for those of parameters. */
export const defaultValueRules: readonly SchemaRule[] = [
  {
    id: '{place}-default-value-added',
    request: 'safe',
    response: 'safe',
    places,
    description: 'There is a default',
    find: pair => find(pair, (old, fresh) => old === undefined && fresh !== undefined),
  },
  {
    id: '{place}-default-value-removed',
    request: 'safe',
    response: 'safe',
    places,
    description: 'There is no default any more',
    find: pair => find(pair, (old, fresh) => old !== undefined && fresh === undefined),
  },
  {
    id: '{place}-default-value-changed',
    request: 'safe',
    response: 'safe',
    places,
    description: 'The default is another',
    find: pair => find(pair, (old, fresh) => old !== undefined && fresh !== undefined && old !== fresh),
  },
]

function find(
  pair: ShapePair,
  wanted: (old: string | undefined, fresh: string | undefined) => boolean,
): readonly SchemaFinding[] {
  const [old, fresh] = [pair.before, pair.after].map(({ keywords }) => keywords.get('default')?.value)
  const say = (value: JsonValue | undefined): string => (value === undefined ? 'none' : show(value))
  if (!wanted(jsonOf(old), jsonOf(fresh))) return []
  return [findingAt(pair, ['default'], `the default went from ${say(old)} to ${say(fresh)}`)]
}

function jsonOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value)
}
