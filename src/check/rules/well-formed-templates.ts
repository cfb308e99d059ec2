import type { JsonValue } from '../../model/json.ts'
import { templateProblemsIn } from '../../template/placeholders-in.ts'
import { problemAt, type Rule } from '../rule.ts'

/** Every `{{` in a text is closed and names something. */
export const wellFormedTemplates: Rule = ({ source }) =>
  templateProblemsIn((source.value ?? null) as JsonValue).map(({ path, message, hint }) =>
    problemAt(source, path, 'template-syntax', message, { hint }),
  )
