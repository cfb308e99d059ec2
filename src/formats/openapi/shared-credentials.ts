import type { ApiDescription, Operation, SecurityRequirement } from '../../api-description/api-description.ts'

/**
 * The security that a collection has for all its requests: that of the document, or where it has none, the one that most
 * of its operations say for themselves.
 */
export function sharedCredentials({
  security,
  operations,
}: ApiDescription): readonly SecurityRequirement[] | undefined {
  if (security !== undefined) return security
  const counts = new Map<string, { readonly first: Operation; count: number }>()
  for (const operation of operations) {
    const key = keyOf(operation)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { first: operation, count: 1 })
    else known.count++
  }
  const most = [...counts.values()].find(({ count }) => count * 2 > operations.length)
  return most?.first.security
}

/** The same text for the same alternatives of schemes, whatever their scopes. */
function keyOf({ security = [] }: Operation): string {
  return JSON.stringify(security.map(requirement => [...requirement.keys()]))
}
