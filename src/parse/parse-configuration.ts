import path from 'node:path'
import { inList } from '../util/globs.ts'
import type { Configuration, Environment, Service } from '../model/configuration.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { namesFiles } from './files-in/names-files.ts'
import { buildMock, buildMocks } from './build-mocks.ts'
import { buildDuration, buildSettings } from './build-settings.ts'
import { buildSecrets } from './secret-commands.ts'
import { readWithPlaces, type YamlSource } from '../document/index.ts'
import { list, mapping, number, text, texts } from '../util/read-values.ts'
import { defined } from '../util/defined.ts'
import { mapValues } from '../util/map-values.ts'

/** A configuration with the text it was read from. */
export interface ParsedConfiguration {
  readonly source: YamlSource
  readonly configuration: Configuration
}

/** Reads the text of an `apitest.config.yaml`; `file` is its absolute path. */
export async function parseConfiguration(content: string, file: string): Promise<ParsedConfiguration> {
  const written = await readWithPlaces(
    content,
    file,
    'Remove it, or write {} for a configuration that says nothing.',
  )
  const source = await withContents(written, content)
  return { source, configuration: buildConfiguration(source, file) }
}

/** The document with what the files hold that its mocks compare with. */
async function withContents(written: YamlSource, text: string): Promise<YamlSource> {
  if (!namesFiles(text)) return written
  return (await import('./files-in/read-files-in.ts')).withFilesReadIn(written)
}

/** The configuration in a document. */
export function buildConfiguration(source: YamlSource, file: string): Configuration {
  const document = mapping(source.value)
  const directory = path.dirname(file)
  const allowExec = document['allow-exec']
  return defined({
    file,
    directory,
    suites: texts(document['suites']).map(suite => inList(suite, named => path.resolve(directory, named))),
    environment: text(document['environment']),
    environments: Object.fromEntries(
      Object.entries(mapping(document['environments'])).map(([name, value]) => [
        name,
        buildEnvironment(name, value, source),
      ]),
    ),
    variables: mapping(document['variables']),
    ...buildSecrets(document['secrets'], source, ['secrets']),
    envFile: resolved(directory, text(document['env-file'])),
    settings: buildSettings(document['settings'], source),
    workers: number(document['workers']),
    reporters: texts(document['reporters']),
    allowExec: allowExec === true || texts(allowExec).map(folder => path.resolve(directory, folder)),
    trusted: texts(document['trusted']).map(glob => inList(glob, named => path.resolve(directory, named))),
    history: document['history'] !== false,
    assistant: buildAssistant(document['assistant']),
    services: list(document['services']).map((service, index) => {
      const built = buildService(mapping(service), directory)
      const { mock } = mapping(service)
      if (mock === undefined) return built
      const { name, environments } = built
      const standIn = buildMock(name, mock, source, ['services', index, 'mock'])
      return { ...built, mock: { ...standIn, ...defined({ environments }) } }
    }),
    mocks: buildMocks(document['mocks'], source),
  })
}

/** The configuration where there is no configuration file. */
export function emptyConfiguration(directory: string): Configuration {
  return {
    directory,
    suites: [],
    environments: {},
    variables: {},
    secrets: {},
    settings: {},
    reporters: [],
    allowExec: false,
    history: true,
    services: [],
    mocks: [],
  }
}

function buildAssistant(written: JsonValue | undefined): Configuration['assistant'] {
  if (written === undefined) return undefined
  const { mode, tools } = mapping(written)
  return defined({
    mode: mode === 'auto' || mode === 'manual' ? mode : undefined,
    tools: tools === undefined ? undefined : texts(tools),
  })
}

function buildEnvironment(name: string, value: JsonValue, source: YamlSource): Environment {
  const { variables, secrets, production } = mapping(value)
  return {
    variables: mapping(variables),
    ...buildSecrets(secrets, source, ['environments', name, 'secrets']),
    ...(production === true
      ? { production: { name, span: source.keySpanOf(['environments', name, 'production']) } }
      : {}),
  }
}

/** Reads one of the services. */
export function buildService(service: JsonObject, directory: string): Service {
  const { environments } = service
  return defined({
    name: text(service['name']) ?? '',
    command: text(service['command']) ?? '',
    url: text(service['url']) ?? '',
    ports: texts(service['ports']),
    timeout: buildDuration(service['timeout']) ?? 60_000,
    reuse: service['reuse'] !== false,
    environment: mapValues(mapping(service['environment']), String),
    environments: environments === undefined ? undefined : texts(environments),
    directory,
  })
}

function resolved(directory: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(directory, file)
}
