/** Returns the message of a thrown value. Several addresses of one name fail together, with no message but their own. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : []
  if (first !== undefined) return reasonOf(first)
  return error instanceof Error ? error.message : String(error)
}
