import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReadDocument } from '../../api-description/documents/loaded-document.ts'
import { collectionName } from '../../compile/collection-name.ts'
import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { literalValue } from '../../compile/literal-text.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { suiteEnding } from '../../compile/suite-parts.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { namesNeeded } from '../../compile/variable-flow.ts'
import type { Collection, Folder, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { isUrl } from '../../util/is-url.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { importFolder } from '../import-folder.ts'
import { keptText } from '../kept-text.ts'
import { type Tell, Told } from '../told.ts'
import { type ArazzoDocument, readArazzo, type Workflow } from './arazzo-document.ts'
import { Bases } from './bases.ts'
import { type FindInput, Frame, inputSchemas } from './frame.ts'
import { VariableNames } from './names.ts'
import { makeWorkflow, type Making } from './workflow-maker.ts'

/** Where a document of workflows lies, and how others are read. */
export interface ArazzoSource {
  /** The folder of the file; the working folder where it is none. */
  readonly folder: string
  readonly read: ReadDocument
  /** True where the collection is stored; false where it runs and is let go. */
  readonly isStored?: boolean
}

/**
 * Makes a collection of a document of workflows (Arazzo 1.0 and 1.1) and the API descriptions that it names: one workflow is its
 * requests, of several each is a folder that runs by itself. What a step of another workflow uses stands in its place.
 */
export async function importArazzo(
  text: string,
  file: string,
  source: ArazzoSource,
): Promise<Result<Imported>> {
  const { folder } = source
  const absolute = path.join(folder, path.basename(file))
  const address = isUrl(file) ? file : pathToFileURL(absolute).href
  const read = await readArazzo(text, absolute, address, source.read)
  return read.ok ? importedFrom(read.value, text, file, source) : read
}

/** Makes one collection of all documents of workflows in a folder and below it; `files` are texts by their names in it. */
export async function importArazzoFolder(
  files: ReadonlyMap<string, string>,
  folder: string,
  { read, isStored }: Pick<ArazzoSource, 'read' | 'isStored'>,
): Promise<Result<Imported>> {
  const found = new Map<string, Result<Imported>>()
  for (const [name, text] of files) {
    if (!arazzoFile.test(name)) continue
    const file = path.join(folder, name)
    const own = { folder: path.dirname(path.resolve(file)), read, ...defined({ isStored }) }
    found.set(file, await importArazzo(text, file, own))
  }
  return importFolder(files, folder, {
    format: 'arazzo',
    ending: arazzoFile,
    read: (_, file) => found.get(file) ?? unreadable('there is no request', file),
  })
}

/** The names of files that are documents of workflows. */
const arazzoFile = /(?:^|[/._-])arazzo\.(?:ya?ml|json)$/i

/** More steps than this come of workflows that use each other over and over. */
const mostSteps = 5000

function importedFrom(
  document: ArazzoDocument,
  text: string,
  file: string,
  { isStored }: ArazzoSource,
): Result<Imported> {
  const workflows = [...document.workflows.values()]
  const title = textOf(mapping(document.value['info'])['title'])
  const ending = /(?:\.arazzo)?\.(?:ya?ml|json)$/i
  const name = workflows.length === 1 ? (workflows[0]?.id ?? '') : (title ?? collectionName(file, ending))
  const told = new Told(name, isStored !== false)
  const making: Making = { document, told, bases: new Bases(told.tell('')), left: mostSteps }
  if (document.value['$self'] !== undefined)
    told.tell('').note('$self', 'kept; files are named from where this one lies')
  const used = usedWorkflows(workflows)
  const files = new UniqueNames()
  const made = workflows.map(workflow => {
    const where = workflows.length > 1 ? [workflow.id] : []
    const one = contentsOf(workflow, where, used.has(workflow.id), making)
    return { ...one, file: files.take(fileNameOf(workflow.id), suiteEnding) }
  })
  if (making.left < 0)
    return unreadable(
      `the workflows use each other so often that they come to more than ${mostSteps} steps`,
      file,
    )
  const collection = collectionOf(name, text, made, making.bases)
  const steps = workflows.reduce((sum, { value }) => sum + list(value['steps']).length, 0)
  const places = { requests: made.flatMap(one => one.places), losses: told.places }
  const created = requestCount(collection.items)
  return {
    ok: true,
    value: { collection, environments: [], places, report: told.report(Math.max(steps, created), created) },
  }
}

/** The collection of one workflow, or of several in a folder each. */
function collectionOf(
  name: string,
  text: string,
  made: readonly (MadeContents & { readonly file: string })[],
  { baseUrl, environments, variables }: Bases,
): Collection {
  const [only, ...others] = made
  const folders = made.map(({ contents, file }): Folder => ({
    ...contents,
    kind: 'folder',
    kept: { suite: file, ...contents.kept },
  }))
  const contents = only !== undefined && others.length === 0 ? only.contents : { items: folders }
  const all = { ...variables, ...('variables' in contents ? contents.variables : {}) }
  const own: Collection = defined({
    ...contents,
    name,
    variables: unlessEmpty(all),
    settings: { ...('settings' in contents ? contents.settings : {}), cookies: false },
    baseUrl,
    environments,
  })
  const whole = mapping(keptText('arazzo', text, keptPart(own))['arazzo'])
  return { ...own, kept: { arazzo: { ...mapping(own.kept?.['arazzo']), ...whole } } }
}

/** The part of a collection or a folder that the text of a document says. */
export function keptPart({ name, items, variables, secrets, inputs }: FolderContents): JsonValue {
  return JSON.parse(JSON.stringify({ name, items, variables, secrets, inputs })) as JsonValue
}

/**
 * The workflows that others of the document use: these run by themselves only when they are asked for. In a circle that nothing
 * leads to from outside, all run by themselves.
 */
function usedWorkflows(workflows: readonly Workflow[]): ReadonlySet<string> {
  const uses = new Map(workflows.map(({ id, value }) => [id, namedIn(value)]))
  const named = new Set([...uses.values()].flat())
  const used = new Set<string>()
  const queue = [...uses].flatMap(([id, others]) => (named.has(id) ? [] : others))
  for (const id of queue) {
    if (used.has(id)) continue
    used.add(id)
    queue.push(...(uses.get(id) ?? []))
  }
  return used
}

/** The workflows that one names. */
function namedIn({ dependsOn, steps }: JsonObject): readonly string[] {
  const inSteps = list(steps).flatMap(step => mapping(step)['workflowId'] ?? [])
  return [...list(dependsOn), ...inSteps].map(valueText)
}

interface MadeContents {
  readonly contents: FolderContents
  readonly places: readonly Span[]
}

function contentsOf(
  workflow: Workflow,
  where: readonly string[],
  isUsed: boolean,
  making: Making,
): MadeContents {
  const names = new VariableNames([Bases.usual, 'env'])
  const tell = making.told.tell(where.join(' / '))
  const { variables, secrets, inputs, inputOf } = inputsOf(workflow, names, tell)
  const frame = new Frame(workflow, where, [], inputOf)
  const { requests: items, places } = makeWorkflow(frame, names, making)
  const { summary, description } = workflow.value
  const made = [...new Set(items.map(({ kept }) => mapping(kept?.['arazzo'])['step'] ?? null))]
  const kept = { workflow: workflow.id, made, expressions: frame.expressions }
  const known = [...making.bases.known, ...Object.keys({ ...variables, ...secrets }), ...inputs]
  const contents = defined({
    name: workflow.id,
    description: [summary, description].map(textOf).filter(Boolean).join('\n\n') || undefined,
    inputs: inputs.length > 0 || isUsed ? inputs : undefined,
    variables: unlessEmpty(variables),
    secrets: unlessEmpty(secrets),
    settings: settingsFor(items, known, making.bases.unread, tell),
    items,
  })
  return { contents: { ...contents, kept: { arazzo: kept } }, places }
}

/** The settings that let the other steps run where nothing sets a variable of some. */
function settingsFor(
  items: readonly SavedRequest[],
  known: readonly string[],
  told: ReadonlySet<string>,
  tell: Tell,
): JsonObject | undefined {
  const set = new Set(known)
  const names = [...namesNeeded(items)].map(name => name.split(/[.[]/, 1)[0] ?? name)
  const unset = [...new Set(names)].filter(name => !set.has(name) && !/^(?:\$|env$)/.test(name))
  for (const name of unset)
    if (!told.has(name)) tell.note(`{{${name}}}`, 'nothing sets it: a step with it fails; give it with --var')
  return unset.length === 0 ? undefined : { 'unset-variables': 'fail-step' }
}

interface InputVariables {
  readonly variables: JsonObject
  readonly secrets: JsonObject
  /** Names of those that have no default. */
  readonly inputs: readonly string[]
  readonly inputOf: FindInput
}

/** The variables that inputs become, each once it is asked for. */
function inputsOf(workflow: Workflow, names: VariableNames, tell: Tell): InputVariables {
  const schemas = inputSchemas(workflow)
  const variables: Record<string, JsonValue> = {}
  const secrets: Record<string, JsonValue> = {}
  const inputs: string[] = []
  const named = new Map([...schemas.keys()].map(name => [name, names.take(name)]))
  const given = new Map<string, string>()
  const inputOf: FindInput = (name, used) => {
    const { default: value, type, format } = (used ? inputSchemas(used) : schemas).get(name) ?? {}
    // Inputs with one name and one default are one variable, so that --var gives them all a value.
    const isOwn = used === undefined || jsonEqual(schemas.get(name)?.['default'] ?? null, value ?? null)
    const key = isOwn ? name : `${name} ${JSON.stringify(value)}`
    const known = given.get(key)
    if (known !== undefined) return known
    const variable =
      (isOwn ? named.get(name) : undefined) ?? names.take(name, `${used?.id ?? 'input'}-${name}`)
    if (variable !== name && used !== undefined)
      tell.note(`input ${name} of ${used.id}`, `here it is the variable ${variable}`)
    if (value !== undefined) (format === 'password' ? secrets : variables)[variable] = literalValue(value)
    else {
      inputs.push(variable)
      if (type !== undefined && type !== 'string')
        tell.note(`input ${name}: ${valueText(type)}`, 'what --var gives is text')
    }
    given.set(key, `{{${variable}}}`)
    return `{{${variable}}}`
  }
  return { variables, secrets, inputs, inputOf }
}

function unlessEmpty(values: JsonObject): JsonObject | undefined {
  return Object.keys(values).length === 0 ? undefined : values
}
