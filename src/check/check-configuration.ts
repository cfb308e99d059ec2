import validateConfiguration from '../generated/configuration-validator.js'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { buildService } from '../parse/parse-configuration.ts'
import { list, mapping, valueAt } from '../util/read-values.ts'
import { namesOfPort, portNamesIn, portsWanted } from '../parse/service-ports.ts'
import type { YamlSource } from '../document/index.ts'
import { templatesIn } from '../template/placeholders-in.ts'
import { suggesting } from '../util/did-you-mean.ts'
import { enabledTemplates } from './enabled-templates.ts'
import { hideLiterals } from './hide-literals.ts'
import { problemAt } from './rule.ts'
import { noTime } from './rules/bounded-waits.ts'
import { shortSecrets } from './rules/maskable-secrets.ts'
import { templateProblems } from './rules/well-formed-templates.ts'
import { isInScript } from './suite-templates.ts'
import { schemaProblems } from './schema-problems.ts'

/** Everything wrong with an `apitest.config.yaml`, warnings too; secrets that it has in clear are masked. */
export function checkConfiguration(source: YamlSource): readonly Problem[] {
  return hideLiterals(source, source.problems.length > 0 ? source.problems : problemsOf(source))
}

function problemsOf(source: YamlSource): readonly Problem[] {
  const environments = Object.keys(mapping(mapping(source.value)['environments']))
  const owners: readonly DocumentPath[] = [[], ...environments.map(name => ['environments', name])]
  const templates = [
    ...owners.flatMap(owner => [
      [...owner, 'variables'],
      [...owner, 'secrets'],
    ]),
    ['settings'],
  ]
  return [
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
    ...unknownPorts(source),
    ...noTime(source, ['settings', 'timeout'], '30s'),
    ...list(mapping(source.value)['services']).flatMap((_, index) =>
      noTime(source, ['services', index, 'timeout'], '60s'),
    ),
  ]
}

/** Ports in the texts of services that none of them is given. */
function unknownPorts(source: YamlSource): readonly Problem[] {
  const services = list(mapping(source.value)['services']).map(service => buildService(mapping(service), ''))
  const wanted = portsWanted(services)
  return services.flatMap(({ name: service, command, url, environment }, index) => {
    const known = wanted.flatMap(port => namesOfPort(port, wanted, service))
    const texts: readonly (readonly [path: DocumentPath, text: string])[] = [
      [['command'], command],
      [['url'], url],
      ...Object.entries(environment).map(([name, text]) => [['environment', name], text] as const),
    ]
    return texts.flatMap(([path, text]) =>
      portNamesIn(text)
        .filter(name => !known.includes(name))
        .map(name => {
          const hint = suggesting(name, known, 'Name it under `ports:`; `port` needs no name there.')
          const message = `no service has the port "${name}"`
          return problemAt(source, ['services', index, ...path], 'unknown-variable', message, { hint })
        }),
    )
  })
}
