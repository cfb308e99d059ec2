import { bodyPathText } from '../body-path.ts'
import type { Check, Guard } from './checks/check.ts'
import { Facts } from './checks/facts.ts'

/** The deepest guards that say something new: one of a member implies those of everything around it. */
export function guardChecks(guards: readonly Guard[], facts: Facts): readonly Check[] {
  if (guards.length === 0) return []
  const needed = guards.filter(guard => !facts.implies(guard))
  const different = [...new Map(needed.map(guard => [JSON.stringify(guard), guard])).values()]
  const checks = different.map(guardCheck)
  if (checks.length < 2) return checks
  return checks.filter((check, index) => {
    const guard = different[index]
    return guard !== undefined && !new Facts(checks.filter(one => one !== check)).implies(guard)
  })
}

function guardCheck({ path, nullable }: Guard): Check {
  const target = bodyPathText(path) ?? '$'
  return nullable
    ? { target, path, operator: 'matches', expected: '<any>' }
    : { target, path, operator: 'not-equals', expected: null }
}
