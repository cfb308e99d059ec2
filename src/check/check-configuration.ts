import validateConfiguration from '../generated/configuration-validator.js'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { mapping, valueAt } from '../parse/read-values.ts'
import type { YamlSource } from '../parse/yaml-source.ts'
import { templatesIn } from '../template/placeholders-in.ts'
import { enabledTemplates } from './enabled-templates.ts'
import { hideLiterals } from './hide-literals.ts'
import { shortSecrets } from './rules/maskable-secrets.ts'
import { templateProblems } from './rules/well-formed-templates.ts'
import { isInScript } from './suite-templates.ts'
import { schemaProblems } from './schema-problems.ts'

/** Everything wrong with an `apitest.config.yaml`, warnings too; secrets that it has in clear are masked. */
export function checkConfiguration(source: YamlSource): readonly Problem[] {
  if (source.problems.length > 0) return hideLiterals(source, source.problems)
  const environments = Object.keys(mapping(mapping(source.value)['environments']))
  const owners: readonly DocumentPath[] = [[], ...environments.map(name => ['environments', name])]
  const templates = [
    ...owners.flatMap(owner => [
      [...owner, 'variables'],
      [...owner, 'secrets'],
    ]),
    ['settings'],
  ]
  return hideLiterals(source, [
    ...schemaProblems(source, validateConfiguration),
    ...templates.flatMap(part =>
      templateProblems(
        source,
        enabledTemplates(
          source.value,
          templatesIn(valueAt(source.value, part) ?? null, part).filter(({ path }) => !isInScript(path)),
        ),
      ),
    ),
    ...owners.flatMap(owner => shortSecrets(source, [...owner, 'secrets'])),
  ])
}
