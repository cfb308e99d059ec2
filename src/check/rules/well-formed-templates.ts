import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { valueAt } from '../../parse/read-values.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { templateProblemsIn } from '../../template/placeholders-in.ts'
import { problemAt, type Rule } from '../rule.ts'

/** Every `{{` in a text is closed and names something. */
export const wellFormedTemplates: Rule = ({ source }) => templateProblems(source, [])

/** The braces below a part of a document that make no placeholder. */
export function templateProblems(source: YamlSource, part: DocumentPath): readonly Problem[] {
  const value: JsonValue = valueAt(source.value, part) ?? null
  return templateProblemsIn(value).map(({ path, message, hint }) =>
    problemAt(source, [...part, ...path], 'template-syntax', message, { hint }),
  )
}
