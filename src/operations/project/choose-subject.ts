import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { serverUrl, variablesOf } from '../../formats/openapi/base-url.ts'
import type { JsonObject } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import type { Subject } from './configuration-text.ts'
import type { FoundDescription } from './find-descriptions.ts'
import { type FirstSuite, suiteOfDescription, suiteOfPath, suiteOfPlayground } from './first-suite.ts'
import type { LookedAt } from './look-at-project.ts'

/** What is tested first, by which suite, and what is to be said of it. */
export interface Chosen {
  readonly subject: Subject
  readonly suite: FirstSuite
  /** Sentences without a full stop. */
  readonly said: readonly string[]
}

/** Where the API of a project answers on this machine. */
export interface LocalUrl {
  readonly url: string
  /** What says so. */
  readonly reason: string
}

/** Where the API of a project answers on this machine; undefined where no file says so. */
export function localUrlOf(
  { found, application, composed }: LookedAt,
  chosen = found[0],
): LocalUrl | undefined {
  const servers = chosen?.description.servers ?? []
  const local = servers.find(({ url }) => isLocal(url))
  const base = basePathOf(chosen)
  if (local !== undefined) return { url: serverUrl(local), reason: `${chosen?.file ?? ''} says so` }
  if (composed !== undefined)
    return {
      url: `http://127.0.0.1:${composed.port}${base}`,
      reason: `${composed.file} publishes ${composed.name} there`,
    }
  if (application === undefined) return undefined
  return { url: `http://127.0.0.1:${application.port}${base}`, reason: application.reason }
}

/**
 * Chooses what the first suite is for: the application where it is certain how it is started, a mock of the description where
 * there is one, a URL that was given, else the practice API. What is chosen passes at once, but for a URL that was given.
 */
export async function chooseSubject(
  project: LookedAt,
  given: { readonly baseUrl?: string; readonly description?: FoundDescription },
): Promise<Chosen> {
  const described = given.description
  const local =
    given.baseUrl === undefined
      ? localUrlOf(project, described)
      : { url: given.baseUrl, reason: 'it was given' }
  const application = given.baseUrl === undefined ? startedAt(project, local) : undefined
  const suite =
    described === undefined ? undefined : await suiteOfDescription(described, application !== undefined)
  const environments = described === undefined ? {} : environmentsOf(described)
  if (application !== undefined && local !== undefined) {
    const known = suite ?? (application.path === undefined ? undefined : suiteOfPath(application.path, true))
    if (known !== undefined) return ofApplication(application.command, local, known, environments)
  }
  if (described !== undefined) {
    const known = suite ?? (await suiteOfDescription(described, false))
    if (known !== undefined)
      return given.baseUrl !== undefined && !isLocal(given.baseUrl)
        ? ofUrl(given.baseUrl, known, environments)
        : ofMock(described, local, known, environments)
  }
  if (given.baseUrl !== undefined) {
    const { port, path } = project.application ?? {}
    const isOwn = isLocal(given.baseUrl) && new URL(given.baseUrl).port === String(port)
    const asked = isOwn && path !== undefined ? suiteOfPath(path, true) : suiteOfPath('', false)
    return ofUrl(given.baseUrl, asked, environments)
  }
  return ofPlayground(project, local, environments)
}

type Environments = Subject['environments']

function startedAt(
  { application }: LookedAt,
  local: LocalUrl | undefined,
): { readonly command: string; readonly path?: string } | undefined {
  const { command, port, path } = application ?? {}
  if (command === undefined || local === undefined || new URL(local.url).port !== String(port))
    return undefined
  return path === undefined ? { command } : { command, path }
}

function ofApplication(
  command: string,
  { url, reason }: LocalUrl,
  suite: FirstSuite,
  environments: Environments,
): Chosen {
  const service = { name: 'api', command, url: `${url}${suite.path}`, timeout: '120s' }
  const comment = 'Used where it answers already, else started before the suites and stopped after them.'
  return {
    subject: { name: 'local', baseUrl: url, service, comment, environments, ...valuesOf(suite) },
    suite,
    said: [`The API is at ${url} (${reason}), and started by "${command}"`],
  }
}

function ofMock(
  { file, description }: FoundDescription,
  local: LocalUrl | undefined,
  suite: FirstSuite,
  environments: Environments,
): Chosen {
  const baseUrl = local?.url ?? `http://127.0.0.1:{{service.port}}${basePathOf({ file, description })}`
  const service = { name: 'api', url: `${baseUrl}${suite.path}`, mock: { spec: file } }
  const comment =
    local === undefined
      ? `A mock made of ${file}. Where your own API answers is not known yet: write it here and as \`baseUrl\`\nin place of http://127.0.0.1:{{service.port}}, and it is used whenever it answers.`
      : `Where your API does not answer at this URL, a mock made of ${file} does: the suites pass before it runs.`
  const note = `Where the API does not run, a mock made of ${file} answers in its place: a run that passes tells nothing of the API then.`
  const where =
    local === undefined
      ? 'Where the API answers on this machine is not known'
      : `The API is at ${local.url} (${local.reason})`
  return {
    subject: { name: 'local', baseUrl, service, comment, note, environments, ...valuesOf(suite) },
    suite: {
      ...suite,
      suite: { ...suite.suite, description: `${text(suite.suite['description']) ?? ''} ${note}` },
    },
    said: [
      `${where}; while it does not run, a mock made of ${file} answers in its place`,
      ...credentialsOf(suite),
    ],
  }
}

function ofUrl(baseUrl: string, suite: FirstSuite, environments: Environments): Chosen {
  const shared = { baseUrl, environments, ...valuesOf(suite) }
  const told = `The API is at ${baseUrl}; it has to run when the suites do`
  if (isPrivate(new URL(baseUrl).hostname))
    return { subject: { name: 'local', ...shared }, suite, said: [told] }
  const name = fileNameOf(hostOf(baseUrl))
  return {
    subject: { name, production: true, ...shared },
    suite,
    said: [
      told,
      `That is not on this machine or in its network, so the environment "${name}" is marked as production: no data is changed there unless a call says --production`,
    ],
  }
}

function ofPlayground({ found }: LookedAt, local: LocalUrl | undefined, environments: Environments): Chosen {
  const command = 'apitest playground --port {{service.port}} --grpc-port {{service.grpcPort}}'
  const url = 'http://127.0.0.1:{{service.port}}'
  const service = { name: 'playground', command, url: `${url}${suiteOfPlayground.path}`, ports: ['grpcPort'] }
  const own = local === undefined ? {} : { local: { variables: { baseUrl: local.url } } }
  const why =
    found.length === 0
      ? 'No API description was found'
      : 'Nothing that is described can be called without data'
  const then =
    local === undefined
      ? 'put the address of your own API into apitest.config.yaml'
      : `your own API at ${local.url} (${local.reason}) is the environment "local"`
  return {
    subject: {
      ...{ name: 'practice', baseUrl: url, service },
      note: 'Tested is the practice API that comes with apitest, until apitest.config.yaml and the suites name another.',
      comment: 'The practice API that comes with apitest. Take it away when your own API is tested.',
      environments: { ...own, ...environments },
      ...valuesOf(suiteOfPlayground),
    },
    suite: suiteOfPlayground,
    said: [
      `${why}, nor for certain how an API is started here: the first suite is for the practice API that comes with apitest; ${then}`,
    ],
  }
}

/** What a mock does not look at, and the API will. */
function credentialsOf({ variables, secrets }: FirstSuite): readonly string[] {
  const written = JSON.stringify([variables, secrets])
  const names = [...written.matchAll(/env\.(\w+)/g)].map(([, name = '']) => name)
  return names.length === 0 ? [] : [`The credentials are read from the environment: ${names.join(', ')}`]
}

function valuesOf({ variables, secrets }: FirstSuite): Pick<Subject, 'variables' | 'secrets'> {
  return { variables, secrets }
}

/** The servers of a description that are not on this machine, as environments. */
function environmentsOf({ description: { servers } }: FoundDescription): Environments {
  const names = new UniqueNames()
  const others = servers.filter(({ url }) => /^https?:/i.test(url) && !isLocal(url))
  const entries = others.map((server): readonly [string, JsonObject] => {
    const { description = '' } = server
    const label = description !== '' && description.length <= 40 ? description : hostOf(serverUrl(server))
    const production = /\b(?:prod(?:uction)?|live)\b/i.test(label) ? { production: true } : {}
    const variables = { baseUrl: serverUrl(server), ...variablesOf(server) }
    return [names.take(fileNameOf(label)), { ...production, variables }]
  })
  return Object.fromEntries(entries.filter(([name]) => name !== 'local' && name !== 'practice'))
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/:]+)/i.exec(url)?.[1] ?? url
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::|\/|$)/i.test(url)
}

/** Whether a host is on this machine or in a network of its own (RFC 1918, RFC 4193, RFC 6762), by its name alone. */
function isPrivate(host: string): boolean {
  return /^(?:[^.:]+|.+\.(?:localhost|local|internal|test)|0\.0\.0\.0|(?:10|127)(?:\.\d+){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}|\[(?:::1?|(?:f[cd]|fe80).*)\])$/i.test(
    host,
  )
}

/** The path that the first server of a description has before its operations. */
function basePathOf(described: FoundDescription | undefined): string {
  const url = described?.description.servers[0]?.url ?? ''
  const path = /^https?:/i.test(url) ? url.replace(/^https?:\/\/[^/]*/i, '') : url
  return path.startsWith('/') && !/[{}]/.test(path) ? path.replace(/\/$/, '') : ''
}
