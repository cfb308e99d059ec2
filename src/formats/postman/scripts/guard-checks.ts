import { bodyPathText } from './body-path.ts'
import type { Check, Guard } from './check.ts'
import { Facts } from './facts.ts'

/** The deepest guards that say something new: one of a member implies those of everything around it. */
export function guardChecks(guards: readonly Guard[], facts: Facts): readonly Check[] {
  if (guards.length === 0) return []
  const needed = guards.filter(guard => !facts.implies(guard))
  const checks = needed.map(guardCheck)
  return checks.filter((check, index) => {
    const guard = needed[index]
    const others = checks.filter((_, other) => other !== index)
    if (guard === undefined) return false
    const isSaid = checks.findIndex(one => JSON.stringify(one) === JSON.stringify(check)) < index
    const different = others.filter(one => JSON.stringify(one) !== JSON.stringify(check))
    return !isSaid && !new Facts(different).implies(guard)
  })
}

function guardCheck({ path, nullable }: Guard): Check {
  const target = bodyPathText(path) ?? '$'
  return nullable
    ? { target, path, operator: 'matches', expected: '<any>' }
    : { target, path, operator: 'not-equals', expected: null }
}
