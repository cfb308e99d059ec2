import type {
  Collection,
  CollectionItem,
  Folder,
  FolderContents,
  SavedRequest,
} from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseTemplate } from '../../template/template.ts'
import { defined } from '../../util/defined.ts'
import { isList } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mapping } from '../../util/read-values.ts'
import { itemName } from '../item-name.ts'
import { joinSettings } from '../join-settings.ts'
import { ownVariables } from '../suite-header.ts'
import { requestsOfFolder } from '../suites-to-run.ts'
import { namesUsed } from '../variable-flow.ts'
import { chosenEnvironment, namesSet } from '../written-variables.ts'
import { type NewNames, renameInStep, renamePlaceholders } from './rename-variables.ts'

/** Gives the contents of a suite by its name in the collection; undefined where it cannot be read. */
export type SuiteReader = (file: string) => FolderContents | undefined

/** Keys of a step that uses a suite, and can be a folder instead. */
export const folderKeys: ReadonlySet<string> = new Set([
  ...['name', 'use', 'with', 'once', 'tags', 'id', 'description'],
])

/** The loss of suites that run once for all of a run: files of tests know nothing of each other. */
export function onceNotes(contents: FolderContents, above: readonly string[] = []): readonly Loss[] {
  const place = [...above, contents.name]
  return contents.items.flatMap(item => {
    if (item.kind === 'folder') return onceNotes(item, place)
    if (item.step['once'] !== true) return []
    const where = [...place, itemName(item)].join(' / ')
    return [{ where, what: 'once', why: 'what is written runs it at each place where it stands, each time' }]
  })
}

/**
 * A collection in which every suite that a step uses stands in its place as a folder; what cannot stays as it is. What the setup
 * of the project has made is needed until all others are through: its cleaning up stands behind them.
 */
export function expandUses(collection: Collection, readSuite: SuiteReader): Collection {
  const expanded = expandWithSetup(collection, readSuite)
  const { after: last = [], ...setup } = setupOf(expanded) ?? {}
  if (last.length === 0) return expanded
  return {
    ...expanded,
    items: [setup as Folder, ...expanded.items.slice(1)],
    after: [...(expanded.after ?? []), ...last],
  }
}

/** The same, with the cleaning up of the setup in its folder. */
export function expandWithSetup(collection: Collection, readSuite: SuiteReader): Collection {
  const expanded = new UseExpansion(collection, readSuite).expand()
  const setup = setupOf(expanded)
  if (setup === undefined) return expanded
  const entries = setup.items.map(item =>
    item.kind === 'folder' ? requestsOfFolder(item) : { steps: [item], after: [] },
  )
  const after = entries.toReversed().flatMap(entry => entry.after)
  const first = { ...setup, items: entries.flatMap(({ steps }) => steps), after }
  return { ...expanded, items: [first, ...expanded.items.slice(1)] }
}

/** The folder that is the setup of the project, in front of all others, if there is one. */
export function setupOf({ items: [first] }: Pick<Collection, 'items'>): Folder | undefined {
  return first?.kind === 'folder' && first.kept?.['setup'] === true ? first : undefined
}

/** The surroundings of a step that uses a suite: what its file calls variables, and how it sets them. */
interface Caller {
  readonly settings: JsonObject
  readonly using: readonly string[]
  /** Names that mean something here. */
  readonly names: ReadonlySet<string>
  /** The variables with a value of their own. */
  readonly variables: JsonObject
  /** The variables that steps or rows set. */
  readonly changing: ReadonlySet<string>
}

class UseExpansion {
  readonly #collection: Collection
  readonly #readSuite: SuiteReader
  readonly #given: JsonObject
  /** The names of variables in used suites, with the value where it never changes. */
  #taken = new Map<string, JsonValue | undefined>()
  /** Variables of used suites that never change: they stand beside those of the suite that uses them. */
  #steady: Record<'variables' | 'secrets', Record<string, JsonValue>> = { variables: {}, secrets: {} }

  constructor(collection: Collection, readSuite: SuiteReader) {
    const environment = chosenEnvironment(collection)
    this.#collection = collection
    this.#readSuite = readSuite
    this.#given = { ...environment?.variables, ...environment?.secrets }
  }

  expand(): Collection {
    const { variables, secrets } = this.#collection.project ?? {}
    const known = { ...variables, ...secrets, ...this.#given }
    const outside: Caller = {
      ...{ settings: {}, using: [], variables: known },
      ...{ names: new Set(Object.keys(known)), changing: new Set() },
    }
    return this.#file(this.#collection, outside)
  }

  /** A suite, or a collection that is none: what it uses knows nothing of others. */
  #file<Contents extends FolderContents>(contents: Contents, outside: Caller): Contents {
    const outer = { taken: this.#taken, steady: this.#steady }
    this.#taken = new Map()
    this.#steady = { variables: {}, secrets: {} }
    const items = this.#items(contents, within(outside, contents), outside)
    const added = Object.entries(this.#steady).flatMap(([key, values]) =>
      Object.keys(values).length === 0
        ? []
        : [[key, { ...contents[key as 'variables' | 'secrets'], ...values }] as const],
    )
    this.#taken = outer.taken
    this.#steady = outer.steady
    return { ...contents, items, ...Object.fromEntries(added) }
  }

  #items(contents: FolderContents, caller: Caller, outside: Caller): readonly CollectionItem[] {
    const inside = { ...caller, settings: contents.settings ?? {} }
    return contents.items.map(item => {
      if (item.kind === 'request') return this.#used(item, inside)
      if (typeof item.kept?.['suite'] === 'string') return this.#file(item, outside)
      return { ...item, items: this.#items(item, inside, outside) }
    })
  }

  #used(request: SavedRequest, caller: Caller): CollectionItem {
    const { use } = request.step
    if (typeof use !== 'string' || caller.using.includes(use)) return request
    if (Object.keys(request.step).some(key => !folderKeys.has(key))) return request
    const suite = this.#readSuite(use)
    if (suite === undefined) return request
    const { inputs: _, ...contents } = suite
    const handed = mapping(request.step['with'])
    const own = this.#ownVariables(suite, handed, caller)
    const names = this.#namesFor(own, suite, caller)
    const renamed = renamedContents(contents, names)
    const variables: Record<string, JsonValue> = {}
    const secrets: Record<string, JsonValue> = {}
    for (const { name, value, isSecret, isSteady, isGiven } of own) {
      const kind = isSecret ? 'secrets' : 'variables'
      const target = isSteady ? this.#steady[kind] : isSecret ? secrets : variables
      target[names.get(name) ?? name] = isGiven ? value : renamePlaceholders(value, names)
    }
    const shared = this.#collection.project?.settings ?? {}
    const settings = joinSettings(joinSettings(withoutOuter(caller.settings), shared), renamed.settings ?? {})
    const folder: Folder = {
      ...renamed,
      kind: 'folder',
      name: stepName(request.step),
      variables,
      secrets,
      settings,
    }
    const inner = within(
      { ...caller, using: [...caller.using, use] },
      { ...folder, variables: { ...this.#steady.variables, ...variables } },
    )
    return { ...folder, items: this.#items({ ...folder, settings: renamed.settings ?? {} }, inner, caller) }
  }

  /**
   * The variables that are the suite's own: what it is given, else what it says where the environment does not, else what the
   * project says where its caller says otherwise.
   */
  #ownVariables(suite: FolderContents, handed: JsonObject, caller: Caller): readonly OwnVariable[] {
    const { variables = {}, secrets = {} } = this.#collection.project ?? {}
    const used = namesIn(suite)
    const set = namesSet(suite)
    const hidden = Object.entries({ ...variables, ...secrets }).filter(
      ([name, value]) =>
        used.has(name) && (caller.changing.has(name) || !jsonEqual(caller.variables[name] ?? null, value)),
    )
    const written = { ...Object.fromEntries(hidden), ...suite.secrets, ...suite.variables }
    const columns = columnsOf(suite.data)
    const isOwn = ([name]: readonly [string, JsonValue]): boolean =>
      !Object.hasOwn(this.#given, name) && !Object.hasOwn(handed, name) && !columns.includes(name)
    const steadyNames = new Set(Object.keys(caller.variables).filter(name => !caller.changing.has(name)))
    return [
      ...Object.entries(written)
        .filter(isOwn)
        .map(one => ({ one, isGiven: false })),
      // A variable that is handed on under its own name has that value already.
      ...Object.entries(handed)
        .filter(([name, value]) => typeof value !== 'string' || parseTemplate(value).only?.name !== name)
        .map(one => ({ one, isGiven: true })),
    ].map(({ one: [name, value], isGiven }) => {
      const isSecret = !isGiven && Object.hasOwn({ ...secrets, ...suite.secrets }, name)
      const isSteady =
        !set.has(name) &&
        placeholdersIn(value).every(
          ({ name: other }) => other.startsWith('env.') || (isGiven && steadyNames.has(other)),
        )
      return { name, value, isGiven, isSecret, isSteady }
    })
  }

  /** New names for the variables that would change others of the same name. */
  #namesFor(own: readonly OwnVariable[], suite: FolderContents, caller: Caller): NewNames {
    const inside = new Set([...namesIn(suite), ...namesSet(suite)])
    const names = new Map<string, string>()
    for (const variable of own) {
      const { name, value, isSteady } = variable
      if (isSteady && !caller.changing.has(name) && jsonEqual(caller.variables[name] ?? null, value)) continue
      let free = name
      for (
        let number = 2;
        !this.#isFree(free, variable, suite, caller) || (free !== name && inside.has(free));
        number++
      )
        free = `${name}${number}`
      if (free !== name) names.set(name, free)
      this.#taken.set(free, isSteady ? value : undefined)
    }
    return names
  }

  /** A step that cleans up sees at the end what the suite has seen: then nobody else may have changed it. */
  #isFree(
    name: string,
    { value, isSteady }: OwnVariable,
    { after }: FolderContents,
    caller: Caller,
  ): boolean {
    const taken = this.#taken.get(name)
    if (isSteady && taken !== undefined) return jsonEqual(taken, value)
    const isShared = this.#taken.has(name) && (isSteady || taken !== undefined || after !== undefined)
    return !isShared && !caller.names.has(name)
  }
}

/** A variable that a used suite has for itself. */
interface OwnVariable {
  readonly name: string
  readonly value: JsonValue
  readonly isSecret: boolean
  /** True where the caller gives it, so that its placeholders are the caller's. */
  readonly isGiven: boolean
  /** True where it has this value from the first test to the last. */
  readonly isSteady: boolean
}

function within(outer: Caller, contents: FolderContents): Caller {
  return {
    ...outer,
    names: new Set([...outer.names, ...namesIn(contents), ...namesSet(contents)]),
    variables: { ...outer.variables, ...ownVariables(contents), ...contents.secrets },
    changing: new Set([...outer.changing, ...namesSet(contents), ...columnsOf(contents.data)]),
  }
}

/** The names that a suite or a collection speaks of, or has values for. */
function namesIn(contents: FolderContents): ReadonlySet<string> {
  const { items, after = [], settings = {}, data, secrets } = contents
  const variables = { ...ownVariables(contents), ...secrets }
  const ofItem = (item: CollectionItem): readonly string[] =>
    item.kind === 'folder'
      ? [...namesIn(item)]
      : [...namesUsed(item.step), ...conditionNames(item.step), ...columnsOf(item.step['data'])]
  return new Set([
    ...Object.keys(variables),
    ...namesUsed(variables),
    ...namesUsed(settings),
    ...columnsOf(data),
    ...[...items, ...after].flatMap(ofItem),
  ])
}

/** Names that stand without braces: in conditions, and behind `variable`. */
function conditionNames(step: JsonObject): readonly string[] {
  const { when, unless, validations = null, extracts = null, retry = null } = step
  const targets = JSON.stringify([validations, extracts, retry]).matchAll(/"variable\s+([^"]+)"/g)
  const names = [
    ...Object.keys({ ...mapping(when), ...mapping(unless) }),
    ...[...targets].flatMap(([, name = '']) => name),
  ]
  return names.flatMap(name => [name, name.split(/[.[]/, 1)[0] ?? name])
}

/** The columns of rows that are written out. */
function columnsOf(data: JsonValue = null): readonly string[] {
  return isList(data) ? data.flatMap(row => Object.keys(mapping(row))) : []
}

function renamedContents<Contents extends Omit<FolderContents, 'name'>>(
  contents: Contents,
  names: NewNames,
): Contents {
  if (names.size === 0) return contents
  const renamed = (item: SavedRequest): SavedRequest => ({ ...item, step: renameInStep(item.step, names) })
  const { items, after, settings } = contents
  return {
    ...contents,
    ...defined({
      settings: settings === undefined ? undefined : mapping(renamePlaceholders(settings, names)),
      after: after?.map(renamed),
    }),
    items: items.map(item => (item.kind === 'folder' ? renamedContents(item, names) : renamed(item))),
  }
}

/**
 * A collection whose folders stand behind the requests beside them: frameworks run these first, wherever they stand. A folder
 * in front of a request becomes its requests.
 */
export function inOrder<Contents extends FolderContents>(contents: Contents): Contents {
  const last = contents.items.findLastIndex(item => item.kind === 'request')
  const cleaning: SavedRequest[] = []
  const items = contents.items.flatMap((item, index): readonly CollectionItem[] => {
    if (item.kind === 'request') return [item]
    if (index > last || hasRows(item)) return [inOrder(item)]
    const { steps, after } = requestsOfFolder(item)
    cleaning.push(...after)
    return steps
  })
  const after = [...cleaning, ...(contents.after ?? [])]
  return { ...contents, items, ...(after.length === 0 ? {} : { after }) }
}

function hasRows({ data, items }: FolderContents): boolean {
  return data !== undefined || items.some(item => item.kind === 'folder' && hasRows(item))
}

/** A suite does not see who uses it: neither the credentials nor the headers, nor how requests travel. */
function withoutOuter({ headers, scripts: _, ...settings }: JsonObject): JsonObject {
  const none = Object.fromEntries(Object.keys(settings).map(key => [key, null]))
  const names = Object.keys(mapping(headers))
  return {
    ...none,
    ...(settings['auth'] === undefined ? {} : { auth: 'none' }),
    ...(names.length === 0 ? {} : { headers: Object.fromEntries(names.map(name => [name, null])) }),
  }
}
