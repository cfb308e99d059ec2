import type { PlacedTemplate } from '../../template/placeholders-in.ts'
import type { Problem } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'
import { problemAt, type Rule } from '../rule.ts'

/** Every `{{` in a text is closed and names something. */
export const wellFormedTemplates: Rule = ({ source, written }) => templateProblems(source, written.templates)

/** The braces in texts of a document that make no placeholder. */
export function templateProblems(
  source: YamlSource,
  templates: readonly PlacedTemplate[],
): readonly Problem[] {
  return templates.flatMap(({ path, problems }) =>
    problems.map(({ message, hint }) => problemAt(source, path, 'template-syntax', message, { hint })),
  )
}
