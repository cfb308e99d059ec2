import type { Target } from '../model/expectation.ts'

/** The targets whose name is one word. */
export const plainTargets = ['status', 'text', 'time'] as const

/**
 * Reads what a validation or an extract looks at: `status`, `text`, `time`, `header NAME`, or a JSONPath (anything that
 * starts with `$`). Undefined for any other text.
 */
export function parseTarget(text: string): Target | undefined {
  if (text.startsWith('$')) return { kind: 'json-path', path: text }
  const header = /^header\s+(\S+)$/.exec(text)?.[1]
  if (header !== undefined) return { kind: 'header', name: header }
  const kind = plainTargets.find(name => name === text)
  return kind === undefined ? undefined : { kind }
}
