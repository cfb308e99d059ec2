import type { SchemaRule } from './rule.ts'
import { hasList, typeChange, typeFinding } from './type-change.ts'

/** Other types than before. */
export const typeRules: readonly SchemaRule[] = [
  {
    id: '{place}-type-changed',
    about: 'types',
    request: 'breaking',
    response: 'breaking',
    levels: { 'request-parameter-property': 'warning' },
    description: 'Values of another type are right than before',
    find: pair => (typeChange(pair) === 'changed' ? [typeFinding(pair)] : []),
  },
  {
    id: '{place}-type-changed',
    request: 'breaking',
    places: ['request-body', 'request-property', 'request-parameter'],
    description: 'Only some of the values are right that were, such as whole numbers of all numbers',
    find: pair => (typeChange(pair) === 'narrower' && !hasList(pair) ? [typeFinding(pair)] : []),
  },
  {
    id: '{place}-type-specialized',
    request: 'breaking',
    response: 'safe',
    places: ['request-parameter-property', 'response-body', 'response-property', 'response-header'],
    description: 'Only some of the values are right that were, such as whole numbers of all numbers',
    find: pair => (typeChange(pair) === 'narrower' && !hasList(pair) ? [typeFinding(pair)] : []),
  },
  {
    id: '{place}-type-generalized',
    request: 'safe',
    response: 'breaking',
    description: 'More values are right than before, such as all numbers after whole numbers',
    find: pair => (typeChange(pair) === 'wider' && !hasList(pair) ? [typeFinding(pair)] : []),
  },
  {
    id: '{place}-list-of-types-narrowed',
    request: 'breaking',
    response: 'safe',
    description: 'Fewer types are right than before',
    find: pair => (typeChange(pair) === 'narrower' && hasList(pair) ? [typeFinding(pair)] : []),
  },
  {
    id: '{place}-list-of-types-widened',
    request: 'safe',
    response: 'breaking',
    description: 'More types are right than before',
    find: pair => (typeChange(pair) === 'wider' && hasList(pair) ? [typeFinding(pair)] : []),
  },
]
