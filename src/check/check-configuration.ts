import validateConfiguration from '../generated/configuration-validator.js'
import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { schemaProblems } from './schema-problems.ts'

/** Everything wrong with an `apitest.config.yaml`. */
export function checkConfiguration(source: YamlSource): readonly Problem[] {
  return source.problems.length > 0 ? source.problems : schemaProblems(source, validateConfiguration)
}
