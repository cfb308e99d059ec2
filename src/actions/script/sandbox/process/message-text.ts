/** Lines that the sandbox puts before a script, and those that a function made of text has. */
const linesBefore = 4

/** A message as JSON; of one that cannot be told only its name, and that. */
export function messageText(message: readonly unknown[]): string {
  try {
    return jsonOf(message)
  } catch {
    const reason = { name: 'Error', message: 'the script left something that cannot be told' }
    return JSON.stringify([String(message[0]), reason])
  }
}

/** Errors keep the line of the script they are from; what holds itself is cut off there. */
function jsonOf(message: readonly unknown[]): string {
  const above: unknown[] = []
  return JSON.stringify(message.map(withLines), function (this: unknown, _key, value: unknown) {
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (above.includes(value)) return '[Circular]'
    above.push(value)
    return value
  })
}

/** An error, and the errors of assertions, as plain values. */
function withLines(part: unknown): unknown {
  if (part instanceof Error) return plainError(part)
  if (!Array.isArray(part)) return part
  return part.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'error' in item && item.error instanceof Error
      ? { ...item, error: plainError(item.error) }
      : item,
  )
}

function plainError(error: Error): object {
  const { name, message, stack } = error
  const line = /<anonymous>:(\d+):\d+/.exec(String(stack))?.[1]
  return { name, message, ...(line === undefined ? {} : { line: Number(line) - linesBefore }) }
}
