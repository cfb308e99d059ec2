import type { JsonObject } from '../../model/json.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { plainNumber } from '../../util/exact-number.ts'
import { mapNumbers } from '../../util/plain-numbers.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type Say, silent } from '../told.ts'
import type { Written } from './merge-pieces.ts'
import { checkedName } from './write-captures.ts'
import { assertsOf } from './write-checks.ts'

/** The asserts of one validation. */
export interface WrittenCheck extends Written {
  readonly remark: string
  /** Absent for lines that no validation asks for. */
  readonly validation?: JsonObject
}

/** The asserts of validations, by the validations. */
export function writtenChecks(
  validations: readonly JsonObject[],
  extracts: JsonObject,
  lose: Say,
): readonly WrittenCheck[] {
  return validations.map(validation => {
    const lines = assertsOf(validation, extracts, lose)
    const { name, ...asked } = validation
    // The spelling of a number does not count: `2.50` stays where it is `2.5`.
    const plain = mapping(mapNumbers(asked, plainNumber))
    const same = assertsOf(plain, extracts, silent.lose)
    return {
      key: same.length === 0 ? canonicalJson(plain) : same.join('\n'),
      name: Object.keys(asked).find(key => key !== 'when' && key !== 'unless') ?? '',
      lines,
      remark: lines.length === 0 ? '' : valueText(name ?? ''),
      validation: asked,
    }
  })
}

/** Asserts that no validation asks for. */
export function writtenLines(lines: readonly string[]): readonly WrittenCheck[] {
  return lines.map(line => ({
    key: line,
    name: /^\w+/.exec(line)?.[0] ?? '',
    lines: [line],
    remark: '',
  }))
}

/** The variables that validations of a step alone look at: their asserts have what is found themselves. */
export function checkedBy(
  validations: readonly JsonObject[],
  used: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = validations.flatMap(one => Object.keys(one).flatMap(target => checkedName(target) ?? []))
  return new Set(names.filter(name => !used.has(name)))
}
