import type { Operation, Parameter } from '../../../api-description/api-description.ts'
import { type Match, matchBy } from './match-by.ts'

export type ParameterMatch = Match<Parameter>

/**
 * Parameters of the same place and name. Names of headers ignore case; those of the path mean nothing to who calls, so
 * these belong together by the order in which the path has them.
 */
export function matchParameters(before: Operation, after: Operation): ParameterMatch {
  const left = before.parameters.filter(isOwn).map(parameter => ({ parameter, path: before.path }))
  const right = after.parameters.filter(isOwn).map(parameter => ({ parameter, path: after.path }))
  const match = matchBy(left, right, ({ parameter, path }) => keyOf(parameter, path))
  return {
    both: match.both.map(pair => ({ before: pair.before.parameter, after: pair.after.parameter })),
    added: match.added.map(({ parameter }) => parameter),
    removed: match.removed.map(({ parameter }) => parameter),
  }
}

/** These headers are described elsewhere, and ignored here by the text of OpenAPI. */
const described = new Set(['accept', 'content-type', 'authorization'])

function isOwn({ in: place, name }: Parameter): boolean {
  return place !== 'header' || !described.has(name.toLowerCase())
}

function keyOf({ in: place, name }: Parameter, path: string): string {
  if (place === 'header') return `header ${name.toLowerCase()}`
  if (place !== 'path') return `${place} ${name}`
  const index = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, written]) => written === name)
  return index === -1 ? `path ${name}` : `path ${index}`
}
