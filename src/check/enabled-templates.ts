import { isDisabled, switchableKeys } from '../model/disabled.ts'
import type { DocumentPath } from '../model/span.ts'
import { valueAt } from '../util/read-values.ts'
import type { PlacedTemplate } from '../template/placeholders-in.ts'
import { isList } from '../util/is-json.ts'

/** The templates of a suite or a configuration without those in values that are switched off, which nothing fills in. */
export function enabledTemplates(
  document: unknown,
  templates: readonly PlacedTemplate[],
): readonly PlacedTemplate[] {
  return templates.filter(({ path }) => !isInDisabled(document, path))
}

function isInDisabled(document: unknown, path: DocumentPath): boolean {
  const at = depths[String(path[0])]
  if (at === undefined || !switchableKeys.has(path[at])) return false
  const value = valueAt(document, path.slice(0, at + 2))
  const index = path[at + 2]
  if (value === undefined || typeof index !== 'number' || !isList(value)) return isDisabled(value)
  return isDisabled(value[index])
}

/** How deep under each key of a document the keys stand whose values can be switched off. */
const depths: Readonly<Record<string, number>> = { steps: 2, after: 2, settings: 1 }
