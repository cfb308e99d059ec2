import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { isWithin } from '../../util/is-within.ts'
import { readText } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { configurationName, loadConfiguration, withoutConfiguration } from '../opening/load-configuration.ts'
import { type Host, operation, type Workspace } from '../operation.ts'
import { listed, quoted } from '../preview.ts'
import { choice, fileName, list, object, optional, text, type ValueOf } from '../schema.ts'
import { buildServers, githubWorkflow, gitlabJob, jobOf } from './build-server.ts'
import { chooseSubject, foldersOf } from './choose-subject.ts'
import { configurationText } from './configuration-text.ts'
import { type Addition, withExtension, withSchemas } from './editor-settings.ts'
import { type FoundDescription, readDescription } from './find-descriptions.ts'
import { firstSuiteText, suitesFolder } from './first-suite.ts'
import { type LookedAt, lookAtProject } from './look-at-project.ts'

const initInput = object({
  baseUrl: optional(text('Where the API answers, instead of where the files of the project say')),
  spec: optional(fileName('read', 'OpenAPI document, instead of the one that is found')),
  ci: optional(
    choice(buildServers, 'Build server to write a file for; what .github, .gitlab-ci.yml or the remote say'),
  ),
})

type InitInput = ValueOf<typeof initInput>

const states = ['written', 'added to', 'kept', 'unchanged'] as const

const initAnswer = object({
  said: list(text('The API is at http://127.0.0.1:3000'), 'What was found, and what the first suite is for'),
  files: list(
    object({
      name: text('suites/first.apitest.yaml'),
      state: choice(
        states,
        "written; added to: lines were added; kept: it is somebody else's; unchanged: it is as it should be",
      ),
      reason: optional(text('Why it is kept, and what to do by hand')),
    }),
    'The files of apitest in the project',
  ),
  next: list(text('apitest'), 'What to type next'),
})

/** The outcome of init. */
export type InitAnswer = ValueOf<typeof initAnswer>

/** Prepares a project for apitest. No file is written over. */
export const initProject = operation({
  name: 'init-project',
  permission: 'project',
  summary:
    'Looks at the project, and writes a configuration, a first suite that passes, settings of the editor and a file for the build server; what is there stays.',
  input: initInput,
  answer: initAnswer,
  preview: async (input, host) => {
    const planned = await planFiles(input, host)
    if (!planned.ok) return planned
    const { files, command } = planned.value
    const written = files.filter(one => !existsSync(path.join(host.workingFolder, one.name)))
    const added = files.filter(one => !written.includes(one) && 'change' in one)
    return {
      ok: true,
      value: {
        sentences: [
          `Writes ${listed(
            written.map(({ name }) => name),
            20,
          )}`,
          ...(added.length === 0 ? [] : [`Adds to ${listed(added.map(({ name }) => name))} what is missing`]),
          ...(command === undefined ? [] : [`Runs of the suites start the command ${quoted(command)}`]),
        ],
        production: [],
        whole: JSON.stringify(written),
      },
    }
  },
  tell: ({ said, files, next }) =>
    Promise.resolve([
      ...said.map(one => `${one}.`),
      ...files.map(
        ({ name, state, reason }) => `${name}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
      ),
      `Next: ${next.join(', then ')}.`,
    ]),
  async run(input, host) {
    const planned = await planFiles(input, host)
    if (!planned.ok) return planned
    const { files, said, hasPackage } = planned.value
    const done: InitAnswer['files'][number][] = []
    for (const file of files) {
      const one = await put(file, host.workingFolder)
      if (!one.ok) return one
      done.push(one.value)
    }
    return { ok: true, value: { said, files: done, next: nextCommands(hasPackage, host) } }
  },
})

/** A file to be written where there is none, and perhaps what is added to one that is there. */
interface Planned {
  readonly name: string
  readonly text: string
  readonly change?: (text: string) => Addition
  /** The sentence for a file that stays as it is. */
  readonly reason?: string
}

interface Plan {
  readonly files: readonly Planned[]
  readonly said: readonly string[]
  /** The command that runs will start. */
  readonly command?: string
  readonly hasPackage: boolean
}

/** Lists the commands to type next, as this command was typed: another program may be installed as `apitest`, or none. */
function nextCommands(hasPackage: boolean, { processEnvironment }: Workspace): readonly string[] {
  const isNpx = processEnvironment['npm_command'] === 'exec'
  const own = hasPackage ? 'npx apitest' : isNpx ? 'npx apitest-run' : 'apitest'
  return [`${own} check`, own]
}

async function planFiles(input: InitInput, host: Host): Promise<Result<Plan>> {
  const { baseUrl } = input
  if (baseUrl !== undefined && !(/^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl)))
    return usageRefusal(`"${baseUrl}" is no URL`, 'Write http://127.0.0.1:8080.')
  if (baseUrl !== undefined && hasMore(new URL(baseUrl)))
    return usageRefusal(
      'the URL of the API has credentials, a query or a fragment',
      'Write it without: credentials belong into the environment, as {{env.NAME}}.',
    )
  const configured = await isConfigured(host)
  if (!configured.ok) return configured
  const project = await lookAtProject(host)
  const description = await descriptionFor(input, project)
  if (!description.ok) return description
  const others = project.found.filter(({ file }) => file !== description.value?.file).map(({ file }) => file)
  const hasConfiguration = configured.value
  // The suite that init itself began with is no suite of the project.
  const suites = hasConfiguration
    ? project.suites.filter(one => one !== path.normalize(firstSuite))
    : project.suites
  const chosen = await chooseSubject(
    { ...project, suites },
    {
      ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, '') }),
      ...(description.value === undefined ? {} : { description: description.value }),
    },
  )
  const { subject, suite } = chosen
  const schemas = schemasFor(project)
  const folders = suites.length === 0 ? [`${suitesFolder}/`] : foldersOf(suites)
  const configuration = configurationText(subject, folders, schemas.forConfiguration)
  // One that init wrote, and did not come further, is no other than the one it would write.
  const isOwn = !hasConfiguration || readText(path.join(project.folder, configurationName)) === configuration
  const writesSuite = project.suites.length === 0 && isOwn
  const command = subject.service?.['command']
  const files: readonly Planned[] = [
    { name: configurationName, text: configuration },
    ...(writesSuite || project.suites.includes(path.normalize(firstSuite))
      ? [{ name: firstSuite, text: suite === undefined ? '' : firstSuiteText(suite, schemas.forSuite) }]
      : []),
    ...schemas.copies,
    ...editorFiles(schemas.settings),
    ...ignoredFiles(project),
    ...buildFiles(project, input.ci, isOwn ? subject.note : undefined),
  ]
  const blocked = blockedFolder(files, project.folder)
  if (blocked !== undefined) return blocked
  const said = [
    ...project.broken.map(one => `Left out: ${one}`),
    ...(others.length === 0 ? [] : [`Other descriptions: ${listed(others)}; --spec chooses one`]),
    ...(hasConfiguration && !writesSuite
      ? [`${configurationName} is there, so that it and the suites stay as they are`]
      : chosen.said),
  ]
  return {
    ok: true,
    value: {
      files,
      said,
      hasPackage: project.hasPackage,
      ...(typeof command === 'string' && !hasConfiguration ? { command } : {}),
    },
  }
}

/** True where there is a configuration. With one that nobody can read nothing is known of the project. */
async function isConfigured({ workingFolder }: Workspace): Promise<Result<boolean>> {
  const file = path.join(workingFolder, configurationName)
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    const without = withoutConfiguration(workingFolder)
    return without.ok ? { ok: true, value: false } : without
  }
  if (!existsSync(file))
    return refusal(
      errorProblem({
        code: 'configuration-missing',
        message: `${configurationName} is a link to what is not there`,
        hint: 'Take the link away, or put the configuration where it leads.',
      }),
    )
  const loaded = await loadConfiguration(workingFolder, configurationName)
  return loaded.ok ? { ok: true, value: true } : loaded
}

/** Refuses before anything is written where a file would have to lie in what is no folder. */
function blockedFolder(files: readonly Planned[], folder: string): Result<never> | undefined {
  for (const { name } of files) {
    const steps = name.split('/').slice(0, -1)
    const parents = steps.map((_, index) => steps.slice(0, index + 1).join('/'))
    const parent = parents.find(one => isNoFolder(path.join(folder, one)))
    if (parent !== undefined)
      return refusal(
        errorProblem({
          code: 'store-unwritable',
          message: `${name} cannot be written: ${parent} is no folder`,
          hint: 'Rename it, or take it away. Nothing has been written.',
        }),
      )
  }
  return undefined
}

function isNoFolder(place: string): boolean {
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return false
  return !existsSync(place) || !statSync(place).isDirectory()
}

/** True where a URL has what is no part of where an API is, and may be secret. */
function hasMore({ username, password, search, hash }: URL): boolean {
  return username + password + search + hash !== ''
}

async function descriptionFor(
  { spec }: InitInput,
  { folder, found }: LookedAt,
): Promise<Result<FoundDescription | undefined>> {
  if (spec === undefined) return { ok: true, value: found[0] }
  const file = path.relative(folder, path.resolve(folder, spec)).replaceAll(path.sep, '/')
  const read = await readDescription(folder, file)
  return typeof read === 'string'
    ? refusal(
        errorProblem({
          code: 'import-unreadable',
          message: read,
          hint: 'Name an OpenAPI document with --spec.',
        }),
      )
    : { ok: true, value: read }
}

const firstSuite = `${suitesFolder}/first.apitest.yaml`

interface Schemas {
  /** Where they are, for the first lines of files. */
  readonly forSuite: string
  readonly forConfiguration: string
  /** The same for the settings of an editor. */
  readonly settings: Readonly<Record<string, string>>
  /** Copies, where no package has them. */
  readonly copies: readonly Planned[]
}

/** The schemas in the package. */
const schemaFiles = ['suite.schema.json', 'schemas/configuration.schema.json'] as const

/** The schemas of the package of the project; without one, copies beside the suites. */
function schemasFor({ hasPackage }: LookedAt): Schemas {
  const folder = hasPackage ? 'node_modules/apitest-run' : suitesFolder
  const [suite = '', configuration = ''] = schemaFiles.map(file => (hasPackage ? file : path.basename(file)))
  return {
    forSuite: hasPackage ? `../${folder}/${suite}` : `./${suite}`,
    forConfiguration: `./${folder}/${configuration}`,
    settings: {
      [`./${folder}/${suite}`]: '*.apitest.yaml',
      [`./${folder}/${configuration}`]: configurationName,
    },
    copies: hasPackage
      ? []
      : schemaFiles.map(file => ({
          name: `${suitesFolder}/${path.basename(file)}`,
          text: ownSchema(file),
          reason: 'it is that of another version: take it away, and init writes the one of this version',
        })),
  }
}

/** A published schema on as few lines as can be. It lies in a folder above the program. */
function ownSchema(name: string): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, name)) && folder !== path.dirname(folder))
    folder = path.dirname(folder)
  return `${JSON.stringify(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))}\n`
}

function editorFiles(schemas: Readonly<Record<string, string>>): readonly Planned[] {
  const byHand = 'add "yaml.schemas" for *.apitest.yaml by hand'
  const settings = withSchemas('', schemas)
  const extensions = withExtension('')
  return [
    {
      name: '.vscode/settings.json',
      text: textOf(settings),
      change: text => withSchemas(text, schemas),
      reason: byHand,
    },
    { name: '.vscode/extensions.json', text: textOf(extensions), change: withExtension },
  ]
}

function textOf(addition: Addition): string {
  return typeof addition === 'object' && 'text' in addition ? addition.text : ''
}

/** The lines of `.gitignore`: the files that a run leaves behind belong to nobody else, but for descriptions. */
const ignored = '# What apitest keeps for this machine.\n.tool/*\n!.tool/specs/\n'

function ignoredFiles({ repository }: LookedAt): readonly Planned[] {
  if (repository === undefined) return []
  const change = (text: string): Addition =>
    /^\/?\.tool(?:\/\*?)?\s*$/m.test(text)
      ? 'there'
      : { text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${ignored}` }
  return [{ name: '.gitignore', text: ignored, change }]
}

function buildFiles(project: LookedAt, asked: InitInput['ci'], note: string | undefined): readonly Planned[] {
  const server = asked ?? project.buildServer
  const job = jobOf(project, note)
  if (server === 'github') return [{ name: '.github/workflows/apitest.yml', text: githubWorkflow(job) }]
  if (server !== 'gitlab') return []
  const own = '.gitlab-ci.yml'
  const there = readText(path.join(project.folder, own))
  if (typeof there !== 'string' || there.includes('apitest')) return [{ name: own, text: gitlabJob(job) }]
  return [
    { name: '.gitlab/apitest.gitlab-ci.yml', text: gitlabJob(job) },
    { name: own, text: '', reason: 'add to it: include: [{ local: .gitlab/apitest.gitlab-ci.yml }]' },
  ]
}

/** Writes a file where there is none. */
async function put(
  { name, text: content, change, reason }: Planned,
  folder: string,
): Promise<Result<InitAnswer['files'][number]>> {
  const file = path.join(folder, name)
  const kept = (why: string | undefined): Result<InitAnswer['files'][number]> => ({
    ok: true,
    value: { name, state: 'kept', ...(why === undefined ? {} : { reason: why }) },
  })
  if (!isWithin(file, folder)) return kept('it leads out of the project')
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
      await writeWhole(file, content)
      return { ok: true, value: { name, state: 'written' } }
    }
    const read = readText(file)
    if (typeof read !== 'string') return kept(`it cannot be read: ${read.message}`)
    const hasWindowsLines = /\r\n/.test(read) && !/(?<!\r)\n/.test(read)
    const there = hasWindowsLines ? read.replaceAll('\r\n', '\n') : read
    if (there === content) return { ok: true, value: { name, state: 'unchanged' } }
    const addition = change?.(there)
    if (addition === undefined) return kept(reason)
    if (addition === 'there') return { ok: true, value: { name, state: 'unchanged' } }
    if ('reason' in addition)
      return kept([addition.reason, ...(reason === undefined ? [] : [reason])].join('; '))
    const mark = readFileSync(file, 'utf8').startsWith('\uFEFF') ? '\uFEFF' : ''
    await writeWhole(file, mark + (hasWindowsLines ? addition.text.replaceAll('\n', '\r\n') : addition.text))
    return { ok: true, value: { name, state: 'added to' } }
  } catch (error) {
    const message = `${name} cannot be written: ${reasonOf(error).replaceAll(path.join(folder, path.sep), '')}`
    return refusal(
      errorProblem({ code: 'store-unwritable', message, hint: 'What was written before it is there.' }),
    )
  }
}
