import type { Shape } from './shape.ts'

/** Keywords with a schema that asks for the same wherever it stands. */
const simple = new Set(['items', 'additionalProperties'])

/**
 * Whether which values are right by a schema depends on several of its keywords together, or on what rules do not look at. All
 * other schemas are compared keyword by keyword.
 */
export function isIntricate(shape: Shape): boolean {
  const { isNever, parts, types, values, unions, allOf, named, prefixItems, dependentRequired } = shape
  return (
    isNever ||
    types === undefined ||
    unions.length + prefixItems.length + named.size + dependentRequired.size > 0 ||
    [...shape.schemas.keys()].some(keyword => !simple.has(keyword)) ||
    allOf.length > 0 ||
    parts.some(({ value }) => 'anyOf' in value || 'oneOf' in value) ||
    shape.keywords.has('multipleOf') ||
    [...shape.required.keys()].some(name => !shape.properties.has(name)) ||
    (values !== undefined && limits(shape) > 0)
  )
}

/** How many keywords limit values besides a list of them. */
function limits({ bounds, keywords }: Shape): number {
  return bounds.size + ['pattern', 'format'].filter(keyword => keywords.has(keyword)).length
}
