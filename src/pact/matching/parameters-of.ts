/** The values of each parameter of a query or a URL-encoded form, in their order. */
export function parametersOf(text: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = parameters.get(name)
    if (values === undefined) parameters.set(name, [value])
    else values.push(value)
  }
  return parameters
}
