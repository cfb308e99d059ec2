import type { JsonValue } from '../../model/json.ts'
import { environmentName } from '../../compile/environment-names.ts'
import { withoutFunctions } from '../../compile/without-functions.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { buildProgram, type RowReader, type ProgramSource } from '../../compile/test-program/build-program.ts'
import {
  expandUses,
  inOrder,
  onceNotes,
  setupOf,
  type SuiteReader,
} from '../../compile/test-program/expand-uses.ts'
import { casesIn } from '../../compile/test-program/parts-of-group.ts'
import type { TestGroup } from '../../compile/test-program/test-program.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { withoutOwn } from '../../compile/own-environment.ts'
import { chosenEnvironment } from '../../compile/written-variables.ts'
import { namesLeft, namesNeeded } from '../../compile/variable-flow.ts'
import type {
  Collection,
  CollectionItem,
  Folder,
  FolderContents,
  SavedRequest,
} from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import { spreadScripts } from './shared-scripts.ts'
import { type Framework, type ProjectStyle, usualStyle, type WrittenTests } from './framework.ts'

/** Options of the written tests. */
export interface TestOptions {
  /** A CSV or JSON file; all tests run once for each of its rows. */
  readonly data?: JsonValue
  readonly readRows: RowReader
  /** Gives the suites that steps use. */
  readonly readSuite?: SuiteReader
  readonly style?: ProjectStyle
  /** Names of files that other tests have. */
  readonly taken?: readonly string[]
}

/** A file of tests. Its name is relative to the output folder, with forward slashes. */
export interface TestFile extends Pick<WrittenTests, 'text' | 'cases'> {
  readonly name: string
  /** Where each test comes from, once for each time that it runs, in that order. */
  readonly runs: readonly string[]
  /** The variables that it reads from the environment of the process. */
  readonly environment: readonly GivenVariable[]
}

/** A variable that the environment of the process gives. */
export interface GivenVariable {
  /** In the suite: `baseUrl`. */
  readonly name: string
  /** In the environment: `BASE_URL`. */
  readonly environment: string
  /** True where nothing else gives it. */
  readonly isNeeded: boolean
}

/** Files of tests, and where each of their tests comes from. */
export interface ExportedTests extends Exported {
  readonly files: readonly TestFile[]
}

/**
 * Writes a collection as tests for a framework: a file for each folder, or one for all where folders need variables of each
 * other.
 */
export async function exportTests(
  source: Collection,
  framework: Framework,
  { data, readRows, readSuite = () => undefined, style = usualStyle, taken = [] }: TestOptions,
): Promise<ExportedTests> {
  const {
    collection: called,
    losses: gone,
    standIns,
  } = withoutFunctions(expandUses(setUpInEach(source), readSuite), framework.target?.calls)
  const collection = inOrder(spreadScripts(called))
  const losses: Loss[] = [
    ...gone,
    ...standIns.map(name => ({
      where: source.name,
      what: `{{env.${name}}}`,
      why: 'the tests have one fixed value for it, which stands in where it is not set',
    })),
  ]
  const notes: Loss[] = [...onceNotes(source)]
  const files: TestFile[] = []
  const parts = partsOf(collection)
  for (const part of parts) {
    const rows = data ?? collection.data
    const withRows = rows === undefined ? part.source : { ...part.source, data: rows }
    const written = await writePart({ ...part, source: withRows }, framework, {
      readRows,
      style,
      taken: [...taken, ...files.map(({ name }) => name)],
    })
    losses.push(...written.losses)
    notes.push(...written.notes)
    if (written.file.cases.length > 0) files.push(written.file)
  }
  if (framework.cookieNote !== undefined && collection.settings?.['cookies'] !== false)
    notes.push({ where: collection.name, what: 'cookies', why: framework.cookieNote })
  const runsOn = parts.some(part => stopsOnFailure(part)) && files.some(({ runs }) => runs.length > 1)
  if (runsOn && framework.stopsOnFailure !== true)
    notes.push({
      where: collection.name,
      what: 'stop-on-failure',
      why: 'tests after one that failed still run, where a run skips the steps',
    })
  const created = files.reduce((sum, { cases }) => sum + cases.length, 0)
  return {
    files,
    report: {
      requests: requestCount(collection.items),
      created,
      merged: [],
      skipped: [],
      losses,
      notes: distinct(notes),
    },
  }
}

/** The file of a part, under a name that is not taken, and what is not in there. */
async function writePart(
  { collection, source }: Part,
  framework: Framework,
  {
    readRows,
    style,
    taken,
  }: { readonly readRows: RowReader; readonly style: ProjectStyle; readonly taken: readonly string[] },
): Promise<Pick<Exported['report'], 'losses' | 'notes'> & { readonly file: TestFile }> {
  const nameInEnvironment = (name: string): string => {
    const usual = environmentName(name)
    return framework.ownEnvironment?.includes(usual) === true ? `API_${usual}` : usual
  }
  const program = buildProgram(collection, source, readRows, { ...framework.target, nameInEnvironment })
  // Some systems take two names for the same that differ by their capitals.
  const fileOf = (name: string): string => framework.fileName(name, style).toLowerCase()
  const name = freeName(source.name, own => taken.every(one => one.toLowerCase() !== fileOf(own)))
  const file = framework.fileName(name, style)
  const { text, losses, cases } = await framework.write({ ...program, name }, style, file)
  const environment = program.variables.flatMap(variable => {
    const { environment: given, name: own, value, changes } = variable
    if (given === undefined) return []
    return [{ name: own, environment: given, isNeeded: value === undefined && !changes }]
  })
  return {
    file: { name: file, text, cases, runs: runsOf(program.root, cases), environment },
    losses: inOrderOf(program.root, [...program.losses, ...losses]),
    notes: program.notes,
  }
}

/**
 * The tests of a group that were written, in the order in which they run: row by row, unless the rows of a step are one test.
 * `outer` is how often all of it runs.
 */
function runsOf(group: TestGroup, cases: WrittenTests['cases'], outer = 1): readonly string[] {
  const own = group.rows?.rows.length ?? 1
  const once = group.items.flatMap(item => {
    if (item.kind === 'group') return runsOf(item, cases, outer * own)
    const written = cases.find(({ where }) => where === item.where)
    const times = Math.round((written?.times ?? 0) / (outer * own))
    return Array.from({ length: times }, () => item.where)
  })
  return Array.from({ length: own }, () => once).flat()
}

/** Losses in the order of the tests that they are about. */
export function inOrderOf(root: TestGroup, losses: readonly Loss[]): readonly Loss[] {
  const order = new Map(
    [...new Set(casesIn(root).map(({ where }) => where))].map((where, index) => [where, index]),
  )
  const place = ({ where }: Loss): number => order.get(where) ?? order.size
  return losses.toSorted((one, other) => place(one) - place(other))
}

/** A name for which there is no file yet. */
function freeName(name: string, isFree: (name: string) => boolean): string {
  let own = name
  for (let number = 2; !isFree(own); number++) own = `${name} ${number}`
  return own
}

/** Each of them once. */
export function distinct(notes: readonly Loss[]): readonly Loss[] {
  return [...new Map(notes.map(note => [JSON.stringify(note), note])).values()]
}

/** The steps that become a file, and the collection whose variables they see. */
interface Part {
  readonly collection: Collection
  readonly source: ProgramSource
}

/**
 * The parts that become files of their own: each suite, which never sees what another one sets; and each folder of a
 * collection, unless one needs what another sets.
 */
function partsOf(collection: Collection): readonly Part[] {
  const { name, items, after = [] } = collection
  const environment = chosenEnvironment(collection)
  const outer = new Set(Object.keys({ ...environment?.variables, ...environment?.secrets }))
  const suites = suitesIn(collection).map(suite => withoutVariables(suite, outer))
  if (suites.length > 0)
    return suites.map(folder => ({
      collection: {
        ...collection,
        variables: withoutOwn(collection.variables, folder),
        secrets: withoutOwn(collection.secrets, folder),
        items: [folder],
      },
      source: { name: folder.name, items: [folder], after: [] },
    }))
  const folders = items.filter(item => item.kind === 'folder')
  const own = items.filter(item => item.kind === 'request')
  if (after.length > 0 || needEachOther([...folders.map(requestsIn), own]))
    return [{ collection, source: { name, items, after } }]
  const rest = own.length === 0 ? [] : [{ name, items: own, after: [] }]
  const sources = [...folders.map(folder => ({ name: folder.name, items: [folder], after: [] })), ...rest]
  return sources.map(source => ({ collection, source }))
}

/** Every file of tests is run by itself: the setup of the project stands in each, in front of its own. */
function setUpInEach(collection: Collection): Collection {
  const setup = setupOf(collection)
  if (setup === undefined) return collection
  const inside = (folder: Folder): Folder => {
    if (typeof folder.kept?.['suite'] !== 'string') return { ...folder, items: each(folder.items) }
    return folder.inputs === undefined ? { ...folder, items: [...setup.items, ...folder.items] } : folder
  }
  const each = (items: readonly CollectionItem[]): readonly CollectionItem[] =>
    items.map(item => (item.kind === 'folder' ? inside(item) : item))
  const items = collection.items.slice(1)
  const isInFolders = suitesIn({ ...collection, items }).length > 0
  return { ...collection, items: isInFolders ? each(items) : [...setup.items, ...items] }
}

/** True where a run skips the steps after one that failed. */
function stopsOnFailure({ collection, source: { items } }: Part): boolean {
  const [only] = items
  const chain = only?.kind === 'folder' && items.length === 1 ? [collection, only] : [collection]
  return settingsWithin(chain)['stop-on-failure'] !== false
}

/** A suite without the variables that the environment has: its own are for when there is none. */
function withoutVariables(suite: Folder, names: ReadonlySet<string>): Folder {
  const variables = Object.entries(suite.variables ?? {}).filter(([name]) => !names.has(name))
  return { ...suite, variables: Object.fromEntries(variables) }
}

/** The folders that are suites. One with inputs only runs where another one uses it. */
function suitesIn({ items }: FolderContents): readonly Folder[] {
  return items.flatMap(item => {
    if (item.kind === 'request') return []
    if (typeof item.kept?.['suite'] !== 'string') return suitesIn(item)
    return item.inputs === undefined ? [item] : []
  })
}

function needEachOther(parts: readonly (readonly SavedRequest[])[]): boolean {
  const leftBy = new Map<string, Set<number>>()
  for (const [index, requests] of parts.entries())
    for (const name of requests.flatMap(({ step }) => namesLeft(step)))
      leftBy.set(name, (leftBy.get(name) ?? new Set()).add(index))
  return parts.some((requests, index) =>
    [...namesNeeded(requests)].some(name => [...(leftBy.get(name) ?? [])].some(other => other !== index)),
  )
}

function requestsIn({ items, after = [] }: FolderContents): readonly SavedRequest[] {
  return [...items.flatMap(item => (item.kind === 'folder' ? requestsIn(item) : [item])), ...after]
}
