import type { SchemaPlace, SchemaRule } from './rule.ts'
import { cameUp, isOther, valueChange, wentAway } from './value-change.ts'

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
    find: pair => valueChange(pair, 'default', 'the default', cameUp),
  },
  {
    id: '{place}-default-value-removed',
    request: 'safe',
    response: 'safe',
    places,
    description: 'There is no default any more',
    find: pair => valueChange(pair, 'default', 'the default', wentAway),
  },
  {
    id: '{place}-default-value-changed',
    request: 'safe',
    response: 'safe',
    places,
    description: 'The default is another',
    find: pair => valueChange(pair, 'default', 'the default', isOther),
  },
]
