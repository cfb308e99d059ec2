import type { TestOutcome } from '../framework.ts'

interface GoEvent {
  readonly Action?: string
  readonly Test?: string
  readonly Output?: string
}

interface OpenTest {
  readonly name: string
  readonly lines: string[]
  hasParts: boolean
}

const outcomes = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const

/**
 * The outcomes of the tests in the output of `go test -json`, in the order in which they ran. Tests that consist of
 * others are not among them.
 */
export function readGoTest(output: string): readonly TestOutcome[] {
  const found: TestOutcome[] = []
  const open = new Map<string, OpenTest>()
  for (const line of output.split('\n')) {
    const { Action: action = '', Test: name, Output: text = '' } = eventOf(line)
    if (name === undefined) continue
    if (action === 'run') {
      for (const other of open.values()) if (name.startsWith(`${other.name}/`)) other.hasParts = true
      open.set(name, { name, lines: [], hasParts: false })
    }
    const test = open.get(name)
    if (test === undefined) continue
    if (action === 'output' && !/^\s*(===|---) /.test(text)) test.lines.push(text.trim())
    if (!isEnd(action)) continue
    open.delete(name)
    if (test.hasParts) continue
    const message = test.lines.join('\n')
    found.push({ name, outcome: outcomes[action], ...(message === '' ? {} : { message }) })
  }
  return found
}

function isEnd(action: string): action is keyof typeof outcomes {
  return Object.hasOwn(outcomes, action)
}

/** Compilers and the like print other lines among the events. */
function eventOf(line: string): GoEvent {
  if (!line.startsWith('{')) return {}
  try {
    return JSON.parse(line) as GoEvent
  } catch {
    return {}
  }
}
