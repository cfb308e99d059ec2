import validateConfiguration from '../../generated/configuration-validator.js'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { type Remedy, remedyOf, tellRemedies } from './index.ts'
import { authOf, longTimeOf, namedValues } from './shapes.ts'
import type { Instead } from './steps.ts'
import { insteadOfSuiteKey } from './suites.ts'
import { lookup, plainWord, yesOrNo } from './words.ts'
import { defined } from '../../util/defined.ts'

/** Our keys, and what people and the configurations of other tools call them. */
const configurationWord = lookup({
  suites: 'paths files folders testdir tests testmatch specs include',
  environment: 'env defaultenvironment currentenvironment',
  environments: 'envs profiles stages',
  variables: 'vars var globals',
  secrets: 'secret',
  'env-file': 'envfile dotenv',
  baseUrl: 'url host endpoint apiurl server',
  settings: 'defaults use timeout headers auth proxy tls resolve followredirects',
  workers: 'worker parallel concurrency threads jobs maxworkers parallelism',
  reporters: 'reporter report reports format formatters',
  'allow-exec': 'exec allowcommands',
  history: 'keephistory',
  services: 'service webserver servers containers',
  options:
    'spec openapi swagger ignore coveragethreshold tags grep shard repeat retries failonflaky bail maxtime seed',
})

type ConfigurationKey = NonNullable<ReturnType<typeof configurationWord>>

/** The replacement for a key of a configuration, and whether a value at least looks right: then its own problems say more. */
type Entry = Instead & { readonly looksRight?: (written: JsonValue) => boolean }

const entries: Readonly<Record<ConfigurationKey, Entry>> = {
  suites: {
    hint: 'The files and folders that run are a list:',
    parts: written => listUnder('suites', written),
    example: { suites: ['suites/'] },
    looksRight: isList,
  },
  environment: {
    hint: 'One of `environments` is named:',
    parts: written => textUnder('environment', written),
    example: { environment: 'local' },
  },
  environments: {
    hint: 'An environment is a name with `variables` and `secrets`, and `production: true` where it is that:',
    parts: environmentsOf,
    example: { environments: { local: { variables: { baseUrl: 'http://127.0.0.1:4010' } } } },
    looksRight: isObject,
  },
  variables: {
    hint: 'Variables are a mapping of names and values:',
    parts: written => insteadOfSuiteKey('variables', written)?.parts,
    example: { variables: { baseUrl: 'http://127.0.0.1:4010' } },
    looksRight: isObject,
  },
  secrets: {
    hint: 'Secrets are a mapping of names and values, which come from the environment:',
    example: { secrets: { password: '{{env.SHOP_PASSWORD}}' } },
    looksRight: isObject,
  },
  'env-file': {
    hint: 'A file of NAME=value lines is named:',
    parts: written => textUnder('env-file', written),
    example: { 'env-file': '.env' },
  },
  baseUrl: {
    hint: 'An address that suites share is a variable, and a request names it, as in `GET {{baseUrl}}/users`:',
    parts: (written, key) => insteadOfSuiteKey(key, written)?.parts,
    example: { variables: { baseUrl: 'http://127.0.0.1:4010' } },
  },
  settings: {
    hint: 'What applies to every request stands under `settings`:',
    parts: settingsOf,
    example: { settings: { timeout: '10s', headers: { Accept: 'application/json' } } },
    looksRight: isObject,
  },
  workers: {
    hint: 'How many files run at the same time is a number:',
    parts: written =>
      typeof written === 'string' && /^\d+$/.test(written) ? { workers: Number(written) } : undefined,
    example: { workers: 4 },
  },
  reporters: {
    hint: 'Reporters are a list, each perhaps with its file:',
    parts: written =>
      isObject(written)
        ? { reporters: Object.entries(written).map(([name, file]) => reporterOf(name, file)) }
        : listUnder('reporters', written),
    example: { reporters: ['pretty', 'junit=reports/junit.xml'] },
    looksRight: isList,
  },
  'allow-exec': {
    hint: 'Commands are allowed everywhere, or below the folders of a list:',
    parts: written => flagUnder('allow-exec', written) ?? listUnder('allow-exec', written),
    example: { 'allow-exec': ['suites/with-commands/'] },
    looksRight: isList,
  },
  history: {
    hint: 'Calls are kept in the history, or not:',
    parts: written => flagUnder('history', written),
    example: { history: false },
  },
  services: {
    hint: 'A service has a name, a command, and a URL that answers when it is ready:',
    parts: servicesOf,
    example: {
      services: [{ name: 'shop', command: 'npm run shop', url: 'http://127.0.0.1:4010/health' }],
    },
    looksRight: written => isList(written) && written.every(isWholeService),
  },
  options: {
    hint: 'Options of a run stand on the command line, such as `--spec openapi.yaml --retries 2`. Keep the line in a script of the project.',
  },
}

/** Problems of a configuration with the lines to write, where it is one of the usual mistakes. */
export function withConfigurationRemedies(
  source: YamlSource,
  problems: readonly Problem[],
): readonly Problem[] {
  if (!isObject(source.value)) return problems
  const document = source.value
  const remedies = Object.entries(document).flatMap(([key, written]) => ofKey(document, key, written))
  return tellRemedies(source, problems, remedies, ({ lines }) =>
    validateConfiguration({ ...(lines as JsonObject | undefined) }),
  )
}

function ofKey(document: JsonObject, key: string, written: JsonValue): readonly Remedy[] {
  const word = configurationWord(key)
  if (word === undefined) return []
  const { looksRight = () => false, ...instead } = entries[word]
  const parts = instead.parts?.(written, key)
  if (word === key && parts === undefined && looksRight(written)) return []
  const isOwn = word === key && parts !== undefined
  return remedyOf([key], key, written, defined({ instead, isOwn, parts }), document)
}

function listUnder(key: string, written: JsonValue): JsonObject | undefined {
  const items = [written].flat()
  return items.length > 0 && items.every(item => typeof item === 'string' && item !== '')
    ? { [key]: items }
    : undefined
}

function textUnder(key: string, written: JsonValue): JsonObject | undefined {
  const [text, ...others] = [written].flat()
  return typeof text === 'string' && others.length === 0 ? { [key]: text } : undefined
}

function flagUnder(key: string, written: JsonValue): JsonObject | undefined {
  const flag = yesOrNo(written)
  return flag === undefined ? undefined : { [key]: flag }
}

function reporterOf(name: string, file: JsonValue): string {
  return typeof file === 'string' && file !== '' ? `${name}=${file}` : name
}

/** Environments by name, or a list of them, with variables that perhaps stand beside each other without a key of their own. */
function environmentsOf(written: JsonValue): JsonObject | undefined {
  const named = isList(written)
    ? written.map(one => (isObject(one) ? ([one['name'], withoutName(one)] as const) : undefined))
    : isObject(written)
      ? Object.entries(written)
      : [undefined]
  const environments = named.map(entry => {
    const [name, values] = entry ?? []
    if (typeof name !== 'string' || !isObject(values ?? null)) return undefined
    return environmentOf(name, values as JsonObject)
  })
  return environments.length === 0 || environments.includes(undefined)
    ? undefined
    : { environments: Object.fromEntries(environments.filter(one => one !== undefined)) }
}

/** One of them. Unless it has groups, a word for production that says neither yes nor no was meant as a variable. */
function environmentOf(name: string, written: JsonObject): readonly [string, JsonObject] | undefined {
  const marks = Object.keys(written).filter(key => isProduction(plainWord(key)))
  const mark = marks.map(key => flagUnder('production', written[key] ?? null)).find(one => one !== undefined)
  const { variables, vars = variables, values: more = vars, secrets, ...others } = written
  if (mark === undefined && marks.length > 0 && (more ?? secrets) !== undefined) return undefined
  const flat = Object.entries(others).filter(([key]) => mark === undefined || !marks.includes(key))
  const own = { ...(isObject(more ?? null) ? (more as JsonObject) : {}), ...Object.fromEntries(flat) }
  return [name, defined({ ...(Object.keys(own).length === 0 ? {} : { variables: own }), secrets, ...mark })]
}

function isProduction(word: string): boolean {
  return ['production', 'prod', 'isproduction', 'isprod'].includes(word)
}

function withoutName({ name: _, ...others }: JsonObject): JsonObject {
  return others
}

/** Settings that stand in the configuration itself, or have values of another shape. */
function settingsOf(written: JsonValue, key: string): JsonObject | undefined {
  if (configurationWord(key) === 'settings' && !['settings', 'defaults', 'use'].includes(plainWord(key)))
    return insteadOfSuiteKey(key, written)?.parts
  if (!isObject(written)) return undefined
  const settings = Object.entries(written).map(([name, value]): readonly [string, JsonValue] => {
    const word = plainWord(name)
    if (word === 'timeout') return ['timeout', longTimeOf(value) ?? value]
    if (word === 'header' || word === 'headers') return ['headers', namedValues(value, /:\s*/) ?? value]
    if (word === 'auth') return ['auth', authOf(name, value) ?? value]
    if (word === 'stoponfailure') return ['stop-on-failure', flagUnder('flag', value)?.['flag'] ?? value]
    return [name, value]
  })
  return { settings: Object.fromEntries(settings) }
}

const serviceWord = lookup({
  name: 'title id',
  command: 'cmd run start exec script',
  url: 'urls health healthcheck healthurl ready readiness waitfor endpoint',
  ports: 'port',
  timeout: 'wait maxwait',
  reuse: 'reuseexisting reuseexistingserver',
  environment: 'env',
})

/** Services in a list, by name, or one alone. */
function servicesOf(written: JsonValue): JsonObject | undefined {
  const items = isObject(written)
    ? Object.keys(written).some(key => serviceWord(key) === 'command')
      ? [written]
      : Object.entries(written).map(([name, service]) => (isObject(service) ? { name, ...service } : null))
    : isList(written)
      ? written
      : []
  const services = items.map((item, index) => serviceOf(item, index))
  return services.length > 0 && services.every(isWholeService) ? { services } : undefined
}

function serviceOf(item: JsonValue, index: number): JsonObject {
  const parts = Object.entries(isObject(item) ? item : {}).map(([key, value]): [string, JsonValue] => {
    const word = serviceWord(key) ?? key
    if (word === 'url' && isList(value)) return [word, value[0] ?? null]
    return [word, word === 'timeout' ? (longTimeOf(value) ?? value) : value]
  })
  return { name: `service-${index + 1}`, ...Object.fromEntries(parts) }
}

function isWholeService(service: JsonValue): boolean {
  return isObject(service) && ['name', 'command', 'url'].every(key => typeof service[key] === 'string')
}
