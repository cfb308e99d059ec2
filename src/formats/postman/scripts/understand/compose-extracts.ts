import type { JsonValue } from '../../../../model/json.ts'
import { isObject } from '../../../../util/is-json.ts'
import { conditionsOf, type Branch } from './branch.ts'
import { extractTarget } from './checks/extract-target.ts'
import type { Facts } from './checks/facts.ts'
import type { Meaning } from './outline.ts'
import { writtenValue } from './variable-write.ts'

type Write = Meaning & { is: 'write' }

/**
 * What an extract takes, in its shortest form. A script goes on when there is nothing to find; so does the step, unless
 * one of its validations fails then anyway. `targets` are the targets that validations demand.
 */
export function extractOf(
  { value, isOptional }: Write,
  facts: Facts,
  targets: ReadonlySet<string>,
  isRequired: boolean,
): JsonValue | undefined {
  const written = writtenValue(value)
  if (written !== undefined) return { value: written }
  const source = value.kind === 'group' ? value.of : value
  const target = extractTarget(source)
  if (target === undefined) return undefined
  const regex = value.kind === 'group' ? { regex: value.pattern } : {}
  const isFound = isRequired || (isOptional !== true && isSure(source, target, facts, targets))
  if (isFound && value.kind !== 'group') return target
  return { from: target, ...regex, ...(isFound ? {} : { optional: true }) }
}

function isSure(value: Write['value'], target: string, facts: Facts, targets: ReadonlySet<string>): boolean {
  if (value.kind === 'body') return value.path.length === 0 || facts.isPresent(value.path)
  return value.kind !== 'header' || targets.has(target)
}

/** An extract with the conditions it stands under, without those that every answer which passes meets. */
export function extractConditions(from: JsonValue, branches: readonly Branch[], facts: Facts): JsonValue {
  const needed = branches.filter(
    ({ holds, checks }) => !holds || !checks.every(check => facts.includes(check)),
  )
  const conditions = conditionsOf(needed)
  if (Object.keys(conditions).length === 0) return from
  return isObject(from) ? { ...from, ...conditions } : { from, ...conditions }
}
