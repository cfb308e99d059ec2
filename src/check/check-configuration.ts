import validateConfiguration from '../generated/configuration-validator.js'
import type { JsonObject } from '../model/json.ts'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import { buildService } from '../parse/parse-configuration.ts'
import { list, mapping, text, texts, valueAt } from '../util/read-values.ts'
import { namesOfPort, portNamesIn, portsWanted } from '../parse/service-ports.ts'
import { mockPlaceholder } from '../model/mock.ts'
import type { Service } from '../model/configuration.ts'
import type { YamlSource } from '../document/index.ts'
import { templatesIn } from '../template/placeholders-in.ts'
import { suggesting } from '../util/did-you-mean.ts'
import { hideLiterals } from './hide-literals.ts'
import { problemAt } from './rule.ts'
import { environmentHint } from './rules/known-environment.ts'
import { noTime } from './rules/bounded-waits.ts'
import { circles } from './rules/finite-variables.ts'
import { secretCommandProblems } from './rules/secret-commands.ts'
import { shortSecrets } from './rules/maskable-secrets.ts'
import { functionProblems } from './rules/valid-functions.ts'
import { templateProblems } from './rules/well-formed-templates.ts'
import { schemaProblems } from './schema-problems.ts'
import { mayBeFilledIn } from './written.ts'

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
  const texts = templates.flatMap(part =>
    templatesIn(valueAt(source.value, part) ?? null, part).filter(({ path }) =>
      mayBeFilledIn(source.value, path),
    ),
  )
  const named = owners.flatMap(owner =>
    ['variables', 'secrets'].flatMap(key => Object.keys(mapping(valueAt(source.value, [...owner, key])))),
  )
  return [
    ...schemaProblems(source, validateConfiguration),
    ...templateProblems(source, texts),
    ...functionProblems(source, texts, new Set(named), {}),
    ...owners.flatMap(owner => shortSecrets(source, [...owner, 'secrets'])),
    ...owners.flatMap(owner => secretCommandProblems(source, [...owner, 'secrets'])),
    ...environments.flatMap(name => markAmongVariables(source, name)),
    ...[undefined, ...environments].flatMap(name => endlessVariables(source, name)),
    ...unknownEnvironments(source, environments),
    ...unknownPorts(source),
    ...unknownMocks(source),
    ...impossibleStandIns(source),
    ...noTime(source, ['settings', 'timeout'], '30s'),
    ...list(mapping(source.value)['services']).flatMap((_, index) =>
      noTime(source, ['services', index, 'timeout'], '60s'),
    ),
  ]
}

/** A mark of production one level too deep marks nothing; `production: false` beside it says that a variable is meant. */
function markAmongVariables(source: YamlSource, name: string): readonly Problem[] {
  const { variables, production } = mapping(mapping(mapping(source.value)['environments'])[name])
  if (mapping(variables)['production'] !== true || production !== undefined) return []
  const message = `"production" is a variable here, and does not mark the environment "${name}" as production`
  const hint =
    'Write production: true beside "variables", or production: false there if it is not production.'
  const place = ['environments', name, 'variables', 'production']
  return [problemAt(source, place, 'misplaced-key', message, { hint, severity: 'warning', atKey: true })]
}

/**
 * Variables that are made of themselves: in an environment, or without any. What an environment sets has another value in
 * that, so it is no mistake of all.
 */
function endlessVariables(source: YamlSource, environment: string | undefined): readonly Problem[] {
  const { environments, ...shared } = mapping(source.value)
  const all = mapping(environments)
  const [own, others] = environment === undefined ? [{}, Object.values(all)] : [mapping(all[environment]), []]
  const owner: DocumentPath = environment === undefined ? [] : ['environments', environment]
  const mine = environment === undefined ? shared : own
  const part = (name: string): string | undefined =>
    ['variables', 'secrets'].find(key => Object.hasOwn(mapping(mine[key]), name))
  const placeOf = (name: string): DocumentPath | undefined => {
    const key = part(name)
    return key === undefined ? undefined : [...owner, key, name]
  }
  const values = [shared, own].flatMap(one => [mapping(one['variables']), mapping(one['secrets'])])
  const elsewhere = others.flatMap(one => [
    mapping(mapping(one)['variables']),
    mapping(mapping(one)['secrets']),
  ])
  return circles(
    source,
    Object.assign({}, ...values) as JsonObject,
    placeOf,
    new Set(elsewhere.flatMap(Object.keys)),
  )
}

/** Environments of services, mocks and entries of the setup that the configuration does not have: they would never start. */
function unknownEnvironments(source: YamlSource, known: readonly string[]): readonly Problem[] {
  const { services, mocks, setup } = mapping(source.value)
  const owners: readonly DocumentPath[] = [
    ...list(services).map((_, index) => ['services', index]),
    ...Object.keys(mapping(mocks)).map(name => ['mocks', name]),
    ...list(setup).map((_, index) => ['setup', index]),
  ]
  return owners.flatMap(owner =>
    texts(mapping(valueAt(source.value, owner))['environments']).flatMap((name, index) => {
      if (known.includes(name)) return []
      const hint = environmentHint(name, known)
      const message = `there is no environment "${name}"`
      return [problemAt(source, [...owner, 'environments', index], 'environment-unknown', message, { hint })]
    }),
  )
}

/** Ports in the texts of services that none of them is given. */
function unknownPorts(source: YamlSource): readonly Problem[] {
  const services = list(mapping(source.value)['services']).map(service => buildService(mapping(service), ''))
  const wanted = portsWanted(services)
  return services.flatMap((service, index) => {
    const known = wanted.flatMap(port => namesOfPort(port, wanted, service.name))
    return textsOf(service).flatMap(([path, text]) =>
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

/** The texts of a service that may hold placeholders, with their places in it. */
function textsOf({ command, url, environment }: Service): readonly (readonly [DocumentPath, string])[] {
  return [
    [['command'], command],
    [['url'], url],
    ...Object.entries(environment).map(([name, text]) => [['environment', name], text] as const),
  ]
}

/** Mocks in the texts of services that the configuration does not have. */
function unknownMocks(source: YamlSource): readonly Problem[] {
  const { services, mocks } = mapping(source.value)
  const names = Object.keys(mapping(mocks))
  return list(services).flatMap((service, index) =>
    textsOf(buildService(mapping(service), '')).flatMap(([path, text]) =>
      [...text.matchAll(mockPlaceholder)].flatMap(([, whole = '']) => {
        const [, name = ''] = whole.split('.')
        if (names.includes(name)) return []
        const usual = 'Mocks that services call are described under `mocks` of the configuration.'
        const hint = suggesting(name, names, usual)
        const message = `there is no mock "${name}"`
        return [problemAt(source, ['services', index, ...path], 'unknown-mock', message, { hint })]
      }),
    ),
  )
}

/** Mocks in place of services that cannot stand in for them. */
function impossibleStandIns(source: YamlSource): readonly Problem[] {
  const { services, mocks } = mapping(source.value)
  return list(services).flatMap((service, index) => {
    const { mock, name: written, url } = mapping(service)
    const name = text(written) ?? ''
    if (mock === undefined) return []
    const at = ['services', index]
    const wrong = (key: string, message: string, hint: string): Problem =>
      problemAt(source, [...at, key], 'misplaced-key', message, { hint, atKey: true })
    const surplus = ['command', 'environment', 'timeout', 'ports'].filter(key =>
      Object.hasOwn(mapping(service), key),
    )
    const inMock = ['port', 'host'].filter(key => Object.hasOwn(mapping(mock), key))
    const isTwice = Object.hasOwn(mapping(mocks), name)
    const isLocal =
      typeof url !== 'string' || /^http:\/\/(?:127\.[\d.]+|localhost|\[::1\])(?:[:/?#]|$)/i.test(url)
    return [
      ...surplus.map(key =>
        wrong(key, `"${key}" belongs to a command, and "mock" stands in for it`, 'Remove it, or the mock.'),
      ),
      ...inMock.map(key =>
        wrong(
          'mock',
          `the mock listens where its service is expected, without a "${key}" of its own`,
          'Write the address under `url`.',
        ),
      ),
      ...(isTwice
        ? [wrong('name', `there is a mock "${name}" under "mocks", too`, 'Give one of them another name.')]
        : []),
      ...(isLocal
        ? []
        : [
            problemAt(source, [...at, 'url'], 'bad-value', 'a mock listens on this machine alone', {
              hint: 'Give it a URL such as http://127.0.0.1:4020/.',
            }),
          ]),
    ]
  })
}
