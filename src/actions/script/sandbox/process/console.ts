import { formatWithOptions } from 'node:util'
import { testMark } from './prelude.ts'

/** Longest text of one line that a script writes, in characters. */
const lineLimit = 10_000

const levels = ['log', 'warn', 'debug', 'info', 'error'] as const

/** The console behind that of scripts: it tells the parent `log`, the level and the text, as Node would print it. */
export function createConsole(
  tell: (...message: readonly unknown[]) => void,
): Readonly<Record<string, unknown>> {
  const writers = levels.map(level => [
    level,
    (...values: readonly unknown[]): void => {
      if (values[0] === testMark) tell('test', ...values.slice(1))
      else tell('log', level, textOf(values).slice(0, lineLimit))
    },
  ])
  return { ...(Object.fromEntries(writers) as object), clear: () => undefined }
}

/** Objects are shown without running their code. */
function textOf(values: readonly unknown[]): string {
  try {
    return formatWithOptions({ customInspect: false, depth: 6, breakLength: 100 }, ...values)
  } catch {
    return '(cannot be shown)'
  }
}
