/** The way to a value as a JSONPath: `$.items[0]["unit price"]`. */
export function pathText(location: readonly (string | number)[]): string {
  const segments = location.map(part => {
    if (typeof part === 'number') return `[${part}]`
    return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`
  })
  return `$${segments.join('')}`
}
