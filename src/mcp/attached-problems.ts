import path from 'node:path'
import type { Problem, ProblemCode } from '../model/problem.ts'
import type { RunEvent } from '../model/run-event.ts'
import { problemDefinition, problemsSchema, summaryDefinition } from '../operations/problems-schema.ts'
import type { Schema } from '../operations/schema.ts'
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

/** The same of an answer, in the places where its schema says that problems stand; all else is as it was, whatever it looks like. */
export function answerWithoutAttached<Value>(schema: Schema, value: Value, names: boolean): Value {
  return inner(schema, value, names) as Value
}

function inner(schema: Schema, value: unknown, names: boolean): unknown {
  const { $ref: reference, items, additionalProperties: others = false } = schema
  if (typeof value !== 'object' || value === null) return value
  if (reference === problemDefinition) return withoutAttached([value as Problem], names)[0]
  if (Array.isArray(value))
    return items === undefined ? value : (value as readonly unknown[]).map(one => inner(items, one, names))
  const properties = reference === summaryDefinition ? { problems: problemsSchema } : schema.properties
  if (properties === undefined && others === false) return value
  const schemas = new Map<string, Schema>(Object.entries(properties ?? {}))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, inner(schemas.get(key) ?? (others || {}), one, names)]),
  )
}
