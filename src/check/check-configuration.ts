import validateConfiguration from '../generated/configuration-validator.js'
import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { hideLiterals } from './hide-literals.ts'
import { schemaProblems } from './schema-problems.ts'

/** Everything wrong with an `apitest.config.yaml`; secrets that it has in clear are masked. */
export function checkConfiguration(source: YamlSource): readonly Problem[] {
  const isReadable = source.problems.length === 0
  return hideLiterals(source, isReadable ? schemaProblems(source, validateConfiguration) : source.problems)
}
