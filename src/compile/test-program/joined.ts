import { holdsExactNumber } from '../../util/plain-numbers.ts'
import { valueText } from '../../util/value-text.ts'
import type { Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** A text of parts, as little of it as there is to put together. */
export function joined(parts: readonly (string | Value)[]): Value {
  const merged: (string | Value)[] = []
  for (const part of parts.flatMap(one => flat(one))) {
    const last = merged.at(-1)
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part
    else if (part !== '') merged.push(part)
  }
  const [first, ...others] = merged
  if (first === undefined) return { kind: 'literal', value: '' }
  if (others.length > 0) return { kind: 'template', parts: merged }
  if (typeof first === 'string') return { kind: 'literal', value: first }
  return typeOfValue(first) === 'text' ? first : { kind: 'template', parts: [first] }
}

function flat(part: string | Value): readonly (string | Value)[] {
  if (typeof part === 'string') return [part]
  if (part.kind === 'template') return part.parts
  if (part.kind === 'literal' && (typeof part.value !== 'object' || holdsExactNumber(part.value)))
    return [valueText(part.value)]
  return [part]
}
