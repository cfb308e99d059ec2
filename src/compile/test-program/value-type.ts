import { functionFacts } from '../../generated/functions.ts'
import { isNumber } from '../../util/exact-number.ts'
import type { Value, ValueType } from './test-program.ts'

/** The type of a value before anything runs. */
export function typeOfValue(value: Value): ValueType {
  switch (value.kind) {
    case 'literal':
      return literalType(value.value)
    case 'variable':
    case 'column':
      return value.type
    case 'generated':
      return value.what === 'timestamp' || value.what === 'random-integer'
        ? 'number'
        : value.what === 'random-boolean'
          ? 'boolean'
          : 'text'
    case 'template':
    case 'environment':
    case 'header':
    case 'body-text':
    case 'url':
    case 'text-of':
    case 'json-text':
    case 'found':
      return 'text'
    case 'status':
    case 'duration':
    case 'length':
    case 'number-of':
    case 'round':
      return 'number'
    case 'moment':
      return value.form === 'unix' ? 'number' : 'text'
    case 'call':
      return typeOfCall(value.function)
    case 'list':
    case 'object':
    case 'json':
    case 'json-list':
      return 'json'
  }
}

function literalType(value: unknown): ValueType {
  if (typeof value === 'string') return 'text'
  if (isNumber(value)) return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}

/** Sums are numbers: beyond 2^53 there are none in test code. */
function typeOfCall(name: string): ValueType {
  const gives = ['plus', 'times', 'sum'].includes(name) ? 'number' : functionFacts.get(name)?.gives
  return gives === 'text' || gives === 'number' ? gives : 'json'
}
