import path from 'node:path'
import { targetsOf } from '../../model/targets-of.ts'
import { pathHint, allSteps, problemAt, type Rule } from '../rule.ts'

/** Schema files that a validation names exist, and schemas hold nothing that would be passed over. */
export const validSchemas: Rule = (parsed, facts) => [
  ...(facts.schemaProblems ?? []),
  ...allSteps(parsed)
    .flatMap(targetsOf)
    .flatMap(validation => {
      if (validation.target.kind !== 'schema' || !('file' in validation)) return []
      const file = path.resolve(path.dirname(parsed.suite.file), validation.file)
      if (!facts.missingFiles.has(file)) return []
      const message = `there is no schema file ${validation.file}`
      const hint = pathHint(parsed.source, file)
      return [problemAt(parsed.source, validation.span, 'schema-file-missing', message, { hint })]
    }),
]
