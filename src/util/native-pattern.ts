import { createContext, Script } from 'node:vm'
import { PatternTimeout, patternTimeout, type Pattern } from './pattern-result.ts'

/** Runs a native regular expression, which may backtrack for ever, under a time limit. */
export function nativePattern(expression: RegExp): Pattern {
  const execute = (text: string) => executeWithin(expression, text)
  return {
    test: text => execute(text) !== null,
    firstGroup: text => {
      const match = execute(text)
      return match === null ? undefined : match[match.length === 1 ? 0 : 1]
    },
  }
}

const script = new Script('result = expression.exec(text)')
const room: { expression?: RegExp; text?: string; result?: RegExpExecArray | null } = {}
const context = createContext(room)

function executeWithin(expression: RegExp, text: string): RegExpExecArray | null {
  room.expression = expression
  room.text = text
  try {
    script.runInContext(context, { timeout: patternTimeout })
    return room.result ?? null
  } catch (error) {
    if (isTimeout(error)) throw new PatternTimeout(expression.source)
    throw error
  } finally {
    delete room.text
    delete room.result
  }
}

/** The error comes from the context's own realm, where `Error` is another class. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
