import path from 'node:path'
import type { Server } from '../../api-description/api-description.ts'
import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { serverUrl, variablesOf } from '../../api-requests/making/base-url.ts'
import { publicHost } from '../../load-test/own-target.ts'
import type { JsonObject } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import { listed } from '../preview.ts'
import type { Subject } from './configuration-text.ts'
import type { FoundDescription } from './find-descriptions.ts'
import { type FirstSuite, suiteOfDescription, suiteOfPath, suiteOfPlayground } from './first-suite.ts'
import type { LookedAt } from './look-at-project.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The API that is tested first, the suite that does, and the sentences about it. */
export interface Chosen {
  readonly subject: Subject
  /** Absent where the project has suites. */
  readonly suite?: FirstSuite
  /** Sentences without a full stop. */
  readonly said: readonly string[]
}

/** Where the API of a project answers on this machine. */
export interface LocalUrl {
  readonly url: string
  /** The reason to believe so. */
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
  const environments = described === undefined ? {} : environmentsOf(described)
  if (project.suites.length > 0)
    return given.baseUrl === undefined
      ? ofOwnSuites(project, local, environments)
      : ofUrl(given.baseUrl, environments)
  const application = given.baseUrl === undefined ? startedAt(project, local) : undefined
  const suite =
    described === undefined ? undefined : await suiteOfDescription(described, application !== undefined)
  if (application !== undefined && local !== undefined) {
    const known = suite ?? (application.path === undefined ? undefined : suiteOfPath(application.path, true))
    if (known !== undefined) return ofApplication(application.command, local, known, environments)
  }
  if (described !== undefined) {
    const known = suite ?? (await suiteOfDescription(described, false))
    if (known !== undefined)
      return given.baseUrl !== undefined && !isLocal(given.baseUrl)
        ? ofUrl(given.baseUrl, environments, known)
        : ofMock(described, local, known, environments)
  }
  if (given.baseUrl !== undefined) {
    const { port, path: known } = project.application ?? {}
    const isOwn = isLocal(given.baseUrl) && new URL(given.baseUrl).port === String(port)
    const asked = isOwn && known !== undefined ? suiteOfPath(known, true) : suiteOfPath('', false)
    return ofUrl(given.baseUrl, environments, asked)
  }
  return ofPlayground(project, local, environments)
}

type Environments = Subject['environments']

function startedAt(
  { application }: LookedAt,
  local: LocalUrl | undefined,
): { readonly command: string; readonly path?: string } | undefined {
  const { command, port, path: known } = application ?? {}
  if (command === undefined || local === undefined || new URL(local.url).port !== String(port))
    return undefined
  return known === undefined ? { command } : { command, path: known }
}

function ofApplication(
  command: string,
  { url, reason }: LocalUrl,
  suite: FirstSuite,
  environments: Environments,
): Chosen {
  const service = { name: 'api', command, url: `${url}${suite.path}`, timeout: '120s' }
  const comment = 'Used where it answers already, else started before the suites and stopped after them.'
  // Files for build servers install Node, and Python where it is needed.
  const isForeign = !/^(?:npm|\.?venv\/)/.test(command)
  const note = isForeign
    ? { note: `The API is started by "${command}": what that needs has to be there.` }
    : {}
  return {
    subject: { name: 'local', baseUrl: url, service, comment, ...note, environments, ...valuesOf(suite) },
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

/**
 * An environment wins over the variables of suites, and what answers in place of the API makes those pass that should not: so
 * suites that are there run as before until an environment is asked for.
 */
function ofOwnSuites({ suites }: LookedAt, local: LocalUrl | undefined, others: Environments): Chosen {
  const own = local === undefined ? {} : { local: { variables: { baseUrl: local.url } } }
  const environments = { ...own, ...others }
  const names = Object.keys(environments)
  const kept = `${suites.length === 1 ? 'The suite' : 'The suites'} in ${listed(foldersOf(suites))} ${suites.length === 1 ? 'is' : 'are'} kept`
  const where = local === undefined ? '' : `; "local" is ${local.url} (${local.reason})`
  const then =
    names.length === 0
      ? 'no environment is made for them'
      : `no environment is used until --env names one: ${listed(names)}${where}`
  return { subject: { environments }, said: [`${kept}, and ${then}`] }
}

/** The first folder of each of some files, or the file itself. */
export function foldersOf(files: readonly string[]): readonly string[] {
  const folders = files.map(file => {
    const [first = '', ...rest] = file.split(path.sep)
    return rest.length === 0 ? first : `${first}/`
  })
  return [...new Set(folders)]
}

function ofUrl(baseUrl: string, environments: Environments, suite?: FirstSuite): Chosen {
  const shared = { baseUrl, environments, ...valuesOf(suite) }
  const found = suite === undefined ? {} : { suite }
  const those = suite === undefined ? ', and those that are there ask it in place of their own baseUrl' : ''
  const told = `The API is at ${baseUrl}; it has to run when the suites do${those}`
  const host = publicHost(baseUrl)
  if (host === undefined) return { subject: { name: 'local', ...shared }, ...found, said: [told] }
  const name = fileNameOf(host)
  return {
    subject: { name, production: true, ...shared },
    ...found,
    said: [
      told,
      `That is not on this machine or in its network, so the environment "${name}" is marked as production: no data is changed there unless a call says --production`,
    ],
  }
}

function ofPlayground(project: LookedAt, local: LocalUrl | undefined, environments: Environments): Chosen {
  const command = 'apitest playground --port {{service.port}} --grpc-port {{service.grpcPort}}'
  const url = 'http://127.0.0.1:{{service.port}}'
  const service = { name: 'playground', command, url: `${url}${suiteOfPlayground.path}`, ports: ['grpcPort'] }
  const own = local === undefined ? {} : { local: { variables: { baseUrl: local.url } } }
  const why =
    project.found.length === 0
      ? 'No API description was found'
      : 'Nothing that is described can be called without data'
  // Of one whose path is known the first suite is.
  const started = startedAt(project, local)?.command
  const nor =
    started === undefined
      ? 'nor for certain how an API is started here'
      : `nor a path that the API which "${started}" starts answers without data`
  const start =
    started === undefined
      ? ''
      : `; to have it started, write "environment: local" into apitest.config.yaml, and for its service "command: ${started}" and "url: ${local?.url ?? ''}/PATH" with such a path`
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
      `${why}, ${nor}: the first suite is for the practice API that comes with apitest; ${then}${start}`,
    ],
  }
}

/** Names the credentials that a mock does not look at, and the API will. */
function credentialsOf({ variables, secrets }: FirstSuite): readonly string[] {
  const written = writeJson([variables, secrets])
  const names = [...written.matchAll(/env\.(\w+)/g)].map(([, name = '']) => name)
  return names.length === 0 ? [] : [`The credentials are read from the environment: ${names.join(', ')}`]
}

function valuesOf(suite: FirstSuite | undefined): Pick<Subject, 'variables' | 'secrets'> {
  return suite === undefined ? {} : { variables: suite.variables, secrets: suite.secrets }
}

/** The servers of a description that are not on this machine, as environments. */
function environmentsOf({ description: { servers } }: FoundDescription): Environments {
  const names = new UniqueNames()
  const others = servers.filter(({ url }) => /^https?:/i.test(url) && !isLocal(url))
  const entries = others.map((server): readonly [string, JsonObject] => {
    const { description = '' } = server
    const label = description !== '' && description.length <= 40 ? description : hostOf(serverUrl(server))
    const production = isProduction(server, label) ? { production: true } : {}
    const variables = { baseUrl: serverUrl(server), ...variablesOf(server) }
    return [names.take(fileNameOf(label)), { ...production, variables }]
  })
  return Object.fromEntries(entries.filter(([name]) => name !== 'local' && name !== 'practice'))
}

/**
 * True where data must not be changed there unasked: wherever others may work, but for what is said to be for trying
 * things out.
 */
function isProduction(server: Server, label: string): boolean {
  if (/\b(?:prod(?:uction)?|live)\b/i.test(label)) return true
  if (/\b(?:staging|sandbox|test(?:ing)?|dev(?:elopment)?|qa|demo)\b/i.test(server.description ?? ''))
    return false
  const url = server.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => server.variables.get(name)?.default ?? '',
  )
  return !URL.canParse(url) || publicHost(url) !== undefined
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/:]+)/i.exec(url)?.[1] ?? url
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::|\/|$)/i.test(url)
}

/** The path that the first server of a description has before its operations. */
function basePathOf(described: FoundDescription | undefined): string {
  const url = described?.description.servers[0]?.url ?? ''
  const path = /^https?:/i.test(url) ? url.replace(/^https?:\/\/[^/]*/i, '') : url
  return path.startsWith('/') && !/[{}]/.test(path) ? path.replace(/\/$/, '') : ''
}
