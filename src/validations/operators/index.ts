import type { OperatorName, QuantifierName } from '../../model/expectation.ts'
import type { Operator } from '../operator.ts'
import { atLeast } from './at-least.ts'
import { atMost } from './at-most.ts'
import { contains } from './contains.ts'
import { endsWith } from './ends-with.ts'
import { earlierThan } from './earlier-than.ts'
import { equals } from './equals.ts'
import { exists } from './exists.ts'
import { greaterThan } from './greater-than.ts'
import { hasLength } from './has-length.ts'
import { hasType } from './has-type.ts'
import { isSorted } from './is-sorted.ts'
import { laterThan } from './later-than.ts'
import { lessThan } from './less-than.ts'
import { matchesRegex } from './matches-regex.ts'
import { matches } from './matches.ts'
import { missing } from './missing.ts'
import { notContains } from './not-contains.ts'
import { notEquals } from './not-equals.ts'
import { notMatchesRegex } from './not-matches-regex.ts'
import { notOneOf } from './not-one-of.ts'
import { oneOf } from './one-of.ts'
import { sameAs } from './same-as.ts'
import { startsWith } from './starts-with.ts'
import { unique } from './unique.ts'
import { within } from './within.ts'

/** Every operator that looks at one value, under its name in a suite. */
export const operators: Readonly<Record<Exclude<OperatorName, QuantifierName>, Operator>> = {
  equals,
  'not-equals': notEquals,
  'same-as': sameAs,
  within,
  contains,
  'not-contains': notContains,
  'greater-than': greaterThan,
  'less-than': lessThan,
  exists,
  missing,
  'matches-regex': matchesRegex,
  'not-matches-regex': notMatchesRegex,
  'at-least': atLeast,
  'at-most': atMost,
  'later-than': laterThan,
  'earlier-than': earlierThan,
  'starts-with': startsWith,
  'ends-with': endsWith,
  'one-of': oneOf,
  'not-one-of': notOneOf,
  'has-type': hasType,
  'has-length': hasLength,
  unique,
  'is-sorted': isSorted,
  matches,
}
