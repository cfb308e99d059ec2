import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { literalSecrets } from '../check/literal-secrets.ts'
import { readWithPlaces } from '../document/index.ts'
import { suitesBelow } from '../load/find-suites.ts'
import { operations } from '../operations/index.ts'
import type { Host } from '../operations/operation.ts'
import { projectFolder } from '../operations/project-folder.ts'
import { readLastRun } from '../store/last-run.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { withoutCredentials } from '../secrets/index.ts'
import { writeJson } from '../util/exact-number.ts'
import { parseJson } from '../util/parse-json.ts'

/** A kind of thing that a client may read, by the first part of its URI. */
interface ResourceKind {
  readonly title: string
  /** The names of all that there are. */
  list(host: Host): Promise<readonly string[]>
  /** One of them; undefined when there is none of the name. */
  read(name: string, host: Host): Promise<string | undefined>
  readonly mimeType: string
}

/** Calls of the history, and suites, that are listed. */
const mostListed = 100

const kinds: Readonly<Record<string, ResourceKind>> = {
  collections: {
    title: 'Saved collection',
    mimeType: 'application/json',
    list: async host => namesIn(await answerOf('list-collections', {}, host)),
    read: (place, host) => read('show-saved', { place }, host),
  },
  environments: {
    title: 'Saved environment',
    mimeType: 'application/json',
    list: async host => namesIn(await answerOf('list-environments', {}, host)),
    read: async (name, host) => {
      const all = (await answerOf('list-environments', {}, host)) as readonly JsonObject[] | undefined
      const found = all?.filter(one => one['name'] === name) ?? []
      return found.length === 0 ? undefined : shown(found)
    },
  },
  history: {
    title: 'Call of the history',
    mimeType: 'application/json',
    list: async host => {
      const calls = await answerOf('list-history', { count: mostListed }, host)
      return ((calls ?? []) as readonly JsonObject[]).map(call => text(call['id']) ?? '').reverse()
    },
    read: (id, host) => read('show-call', { id }, host),
  },
  suites: {
    title: 'Suite',
    mimeType: 'application/yaml',
    list: ({ workingFolder }) => Promise.resolve(suiteFiles(workingFolder).slice(0, mostListed)),
    read: readSuite,
  },
  reports: {
    title: 'Report of a contract check',
    mimeType: 'application/json',
    list: async host => contractReports(await reportFolder(host)),
    read: async (name, host) => {
      const folder = await reportFolder(host)
      const isThere = (await contractReports(folder)).includes(name)
      return isThere ? readFile(path.join(folder, name), 'utf8').catch(() => undefined) : undefined
    },
  },
  runs: {
    title: 'What did not pass when it last ran',
    mimeType: 'application/json',
    list: () => Promise.resolve([lastRun]),
    read: async (name, host) => {
      if (name !== lastRun) return undefined
      const folder = await projectFolder({}, host)
      const failed = folder.ok ? readLastRun(folder.value) : new Map<string, readonly number[]>()
      return writeJson({ failed: Object.fromEntries(failed) }, 2)
    },
  },
}

/** The name of the only run that is remembered. */
const lastRun = 'last'

/** The text of a suite, without what it, another suite or the configuration has in clear and no output may show. */
async function readSuite(name: string, host: Host): Promise<string | undefined> {
  const names = suiteFiles(host.workingFolder)
  if (!names.includes(name)) return undefined
  const suites = [name, ...names.filter(other => other !== name)]
  const files = suites.map(one => path.join(host.workingFolder, one))
  let shown = await readFile(files[0] ?? '', 'utf8').catch(() => undefined)
  for (const file of [...files, await configurationFile(host)]) {
    const content = await readFile(file, 'utf8').catch(() => undefined)
    if (content === undefined || shown === undefined) continue
    shown = literalSecrets(await readWithPlaces(content, file, '')).mask(shown)
  }
  return shown
}

async function configurationFile(host: Host): Promise<string> {
  const folder = await projectFolder({}, host)
  return path.join(folder.ok ? folder.value : host.workingFolder, 'apitest.config.yaml')
}

async function reportFolder(host: Host): Promise<string> {
  const folder = await projectFolder({}, host)
  return path.join(folder.ok ? folder.value : host.workingFolder, '.tool', 'contracts')
}

/** The names of reports, the latest first. */
async function contractReports(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .filter(name => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, mostListed)
}

/** Everything that can be read: what is saved, what was called, the suites, and answers that were too long. */
export async function listResources(host: Host, kept: KeptAnswers): Promise<readonly Resource[]> {
  const lists = Object.entries(kinds).map(async ([kind, one]) =>
    (await one.list(host)).map(name => ({
      uri: `apitest://${kind}/${encodeURIComponent(name)}`,
      name,
      title: `${one.title}: ${name}`,
      mimeType: one.mimeType,
    })),
  )
  const answers = kept.all.map(({ uri, name, mimeType }) => ({ uri, name, mimeType }))
  return [...answers, ...(await Promise.all(lists)).flat()]
}

/** How everything that has a name is read, listed or not. */
export const resourceTemplates: readonly ResourceTemplateType[] = Object.entries(kinds).map(
  ([kind, { title, mimeType }]) => ({ uriTemplate: `apitest://${kind}/{name}`, name: kind, title, mimeType }),
)

/** The resource at a URI; undefined when there is nothing. */
export async function readResource(
  uri: string,
  host: Host,
  kept: KeptAnswers,
): Promise<ReadResourceResult | undefined> {
  const answer = kept.get(uri)
  if (answer !== undefined) return { contents: [{ uri, mimeType: answer.mimeType, text: answer.text }] }
  const [, kind = '', name = ''] = /^apitest:\/\/([a-z]+)\/([^/]+)$/.exec(uri) ?? []
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  const decoded = decodeName(name)
  if (found === undefined || decoded === undefined) return undefined
  const content = await found.read(decoded, host)
  return content === undefined ? undefined : { contents: [{ uri, mimeType: found.mimeType, text: content }] }
}

function decodeName(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** The suites below the working folder, relative to it. */
function suiteFiles(workingFolder: string): readonly string[] {
  return suitesBelow(workingFolder).map(file => path.relative(workingFolder, file).replaceAll(path.sep, '/'))
}

/** The answer of an operation that only reads; undefined when there is nothing. */
async function answerOf(name: string, input: JsonObject, host: Host): Promise<JsonValue | undefined> {
  const operation = operations.find(one => one.name === name)
  if (operation?.permission !== 'read') throw new Error(`"${name}" does not only read.`)
  const answer = await operation.run(input as never, host)
  return answer.ok ? parseJson(writeJson(answer.value)) : undefined
}

async function read(name: string, input: JsonObject, host: Host): Promise<string | undefined> {
  const answer = await answerOf(name, input, host)
  return answer === undefined ? undefined : shown(answer)
}

function shown(value: JsonValue): string {
  return writeJson(withoutCredentials(value), 2)
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return ((value ?? []) as readonly JsonValue[]).map(one => text(mapping(one)['name']) ?? '')
}
