import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { isMapping } from '../../parse/read-values.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { parseTemplate } from '../../template/index.ts'
import { problemAt, type Rule } from '../rule.ts'

/** Every `{{` in a text is closed and names something. */
export const wellFormedTemplates: Rule = ({ source }) => textProblems(source, source.value as JsonValue, [])

function textProblems(
  source: YamlSource,
  value: JsonValue | undefined,
  path: DocumentPath,
): readonly Problem[] {
  if (typeof value === 'string') return value.includes('{{') ? templateProblems(source, value, path) : []
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, index) => textProblems(source, item, [...path, index]))
  if (!isMapping(value)) return []
  return Object.entries(value).flatMap(([key, item]) => textProblems(source, item, [...path, key]))
}

function templateProblems(source: YamlSource, text: string, path: DocumentPath): readonly Problem[] {
  const parsed = parseTemplate(text)
  if (parsed.ok) return []
  return [
    problemAt(source, path, 'template-syntax', parsed.message, {
      hint: String.raw`A placeholder is {{name}}; to write two braces as they are, write \{{.`,
    }),
  ]
}
