import type { DocumentPath } from '../model/span.ts'
import { valueAt } from '../parse/read-values.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'

/** The keys of a step that are never filled in, or not with what the step sees. */
const leftAsTheyAre = new Set<string | number | undefined>(['description', 'data', 'tags', 'id'])

/** The placeholders below a step or another part of a document that are filled in, with where they are written. */
export function placeholdersOf(
  source: YamlSource,
  part: DocumentPath,
): readonly { readonly name: string; readonly path: DocumentPath }[] {
  const value = valueAt(source.value, part)
  const isStep = part[0] === 'steps' || part[0] === 'after'
  if (value === undefined) return []
  return placeholdersIn(value)
    .filter(({ path }) => !isStep || !leftAsTheyAre.has(path[0]))
    .map(({ name, path }) => ({ name, path: [...part, ...path] }))
}
