import path from 'node:path'
import type { Problem, ProblemCode } from '../model/problem.ts'
import type { RunEvent } from '../model/run-event.ts'
import { realPath } from '../util/is-within.ts'

/** True where a file is one that was attached: such are sent or imported, and never read into the conversation. */
export function isAttached(file: string): boolean {
  const parts = realPath(path.resolve(file)).split(path.sep)
  return parts.some((part, index) => part === '.tool' && parts[index + 1] === 'uploads')
}

/** Problems that say nothing of what is in a file. */
const harmless: ReadonlySet<ProblemCode> = new Set([
  ...(['usage', 'path-missing', 'file-missing', 'saved-missing', 'saved-exists'] as const),
  ...(['production-unasked', 'configuration-missing'] as const),
])

/**
 * Problems with the place of those that are in attached files, and nothing of what is there; `names` says that the call is about
 * such a file, so that one without a place may be in it.
 */
export function withoutAttached(problems: readonly Problem[], names: boolean): readonly Problem[] {
  return problems.map(problem => {
    const { code, severity, span } = problem
    const isHidden = span === undefined ? names && !harmless.has(code) : isAttached(span.file)
    if (!isHidden) return problem
    const message = 'something is wrong in an attached file, of which nothing is told but the place'
    return { code, severity, message, ...(span === undefined ? {} : { span }) }
  })
}

/** The same of what happened in a run. */
export function eventsWithoutAttached(events: readonly RunEvent[], names: boolean): readonly RunEvent[] {
  return events.map(event => {
    if (event.type !== 'problem') return event
    const [problem = event.problem] = withoutAttached([event.problem], names)
    return { ...event, problem }
  })
}

/** The same of an answer, whose problems may stand anywhere in it. */
export function answerWithoutAttached<Value>(value: Value, names: boolean): Value {
  return inner(value, names) as Value
}

function inner(value: unknown, names: boolean): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(one => inner(one, names))
  if (!isPlain(value)) return value
  if (isProblem(value)) return withoutAttached([value], names)[0]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one, names)]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isProblem(value: object): value is Problem {
  return 'code' in value && 'severity' in value && 'message' in value
}
