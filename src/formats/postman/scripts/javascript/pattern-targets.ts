import type { AnyNode } from 'acorn'

/** One variable (or member) that an assignment gives a value to. */
export interface PatternTarget {
  /** An identifier, or what is assigned to instead, such as `list[0]`. */
  readonly node: AnyNode
  /** The value as it is written; undefined when it is not to be known. */
  readonly value: AnyNode | undefined
  /** The way from the value to what the variable gets. */
  readonly path: readonly (string | number)[]
}

/** Takes the left side of an assignment apart: `{ id, user: { name } } = answer` gives `answer.id` and `answer.user.name`. */
export function patternTargets(
  pattern: AnyNode,
  value: AnyNode | undefined,
  path: readonly (string | number)[] = [],
): readonly PatternTarget[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap(property => {
        if (property.type !== 'Property') return patternTargets(property.argument, undefined)
        const name = keyOf(property)
        if (name === undefined) return patternTargets(property.value, undefined)
        return patternTargets(property.value, value, [...path, name])
      })
    case 'ArrayPattern':
      return pattern.elements.flatMap((element, index) =>
        element === null ? [] : patternTargets(element, value, [...path, index]),
      )
    case 'AssignmentPattern':
      return patternTargets(pattern.left, undefined)
    case 'RestElement':
      return patternTargets(pattern.argument, undefined)
    default:
      return [{ node: pattern, value, path }]
  }
}

function keyOf({ key, computed }: AnyNode & { type: 'Property' }): string | number | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  return undefined
}
