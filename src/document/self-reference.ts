import { errorProblem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from './yaml-source.ts'
import { isCollection } from '../util/is-json.ts'

/** A source whose value holds itself (`a: &x { b: *x }`) becomes one without a value, with that as its problem. */
export function refuseSelfReference(source: YamlSource): YamlSource {
  const path = selfReference(source.value)
  if (path === undefined) return source
  const span = source.spanOf(path)
  const problem = errorProblem({
    code: 'yaml-alias',
    message: 'an alias stands inside of what its anchor names, which has no end',
    hint: 'Move the anchor to a part that does not hold the alias, or write the value out.',
    span,
    sourceLine: source.lineText(span.start.line),
  })
  return { ...source, value: undefined, problems: [...source.problems, problem] }
}

/** The way to the first part of a value that is also around it. Each part is looked at once, however many aliases it has. */
function selfReference(value: unknown): DocumentPath | undefined {
  const around = new Set<object>()
  const done = new Set<object>()
  const search = (part: unknown, path: DocumentPath): DocumentPath | undefined => {
    if (!isCollection(part) || done.has(part)) return undefined
    if (around.has(part)) return path
    around.add(part)
    for (const [key, inside] of Object.entries(part)) {
      const found = search(inside, [...path, Array.isArray(part) ? Number(key) : key])
      if (found !== undefined) return found
    }
    around.delete(part)
    done.add(part)
    return undefined
  }
  return search(value, [])
}
