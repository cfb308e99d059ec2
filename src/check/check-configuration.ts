import validateConfiguration from '../generated/configuration-validator.js'
import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { schemaProblems } from './schema-problems.ts'

/** Everything wrong with an `apitest.config.yaml`. */
export async function checkConfiguration(source: YamlSource): Promise<readonly Problem[]> {
  if (source.problems.length > 0) return source.problems
  return schemaProblems(source, validateConfiguration, async () => {
    const { configurationSchema } = await import('./published-schemas.ts')
    return configurationSchema
  })
}
