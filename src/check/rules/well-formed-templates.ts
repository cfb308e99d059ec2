import { problemAt, type Rule } from '../rule.ts'

/** Every `{{` in a text is closed and names something. */
export const wellFormedTemplates: Rule = ({ source, templates }) =>
  templates.all.flatMap(({ path, problems }) =>
    problems.map(({ message, hint }) => problemAt(source, path, 'template-syntax', message, { hint })),
  )
