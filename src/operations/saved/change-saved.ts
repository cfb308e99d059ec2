import path from 'node:path'
import { plainRequest } from '../../actions/index.ts'
import { itemName } from '../../compile/item-name.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import type { Collection, CollectionItem, Folder } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import {
  errorProblem,
  type Problem,
  refusal,
  type Result,
  usageProblem,
  usageRefusal,
} from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { didYouMean, suggesting } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mergePatch } from '../../util/merge-patch.ts'
import { mapping, property, text as textOf } from '../../util/read-values.ts'
import { withoutSecrets } from '../calls/without-secrets.ts'
import { withoutCredentials } from '../../secrets/index.ts'
import { operation } from '../operation.ts'
import { quoted } from '../preview.ts'
import { shownValue } from '../shown-value.ts'
import { projectFolder } from '../project-folder.ts'
import { list, object, text, typed } from '../schema.ts'
import { readsNamed, withAllowed } from './allow-reads.ts'
import { baseUrlProblem } from '../base-url-problem.ts'
import { changeCollection, folderAt, itemAt, replaceItem } from './change-items.ts'
import type { NamedPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { notesSchema, placeKeys, updatePlace } from './saved-input.ts'
import { headerProblems, stepProblems } from './step-problems.ts'

/** The keys of a collection or a folder that can be changed and that a suite has, too. */
const suiteKeys = [
  ...[
    'description',
    'tags',
    'environment',
    'inputs',
    'exclusive',
    'skip',
    'variables',
    'secrets',
    'settings',
  ],
  ...['data', 'load', 'mocks'],
]
const folderKeys = ['name', ...suiteKeys]
const collectionKeys = ['name', 'baseUrl', ...suiteKeys]

/** Changes a collection, a folder or a request in its own words. What no suite could have is refused, and nothing is written. */
export const changeSaved = operation({
  name: 'change-saved',
  permission: 'project',
  canRehearse: true,
  destroys: true,
  summary:
    'Changes a saved request, folder or collection by a merge patch: name, request, variables, settings.',
  input: object({
    change: typed<JsonObject>({
      type: 'object',
      description: [
        'JSON merge patch (RFC 7396): an object is merged, null takes a key away, all else (lists, too) replaces.',
        'Keys of a request are those of its step in a suite: {"request": "GET {{baseUrl}}/users", "headers":',
        '{"X-Tenant": "acme"}, "auth": null, "validations": [{"status": 200}]}, and name, query, json, timeout, retry,',
        `extracts. Keys of a folder: ${folderKeys.join(', ')}; a collection has baseUrl, too. Names of files count`,
        'from the working folder.',
      ].join(' '),
    }),
    ...placeKeys,
  }),
  preview: ({ place, change }) =>
    Promise.resolve({
      ok: true,
      value: {
        sentences: [`Changes ${quoted(place)}`, ...changedFields(change)],
        production: [],
      },
    }),
  answer: object({
    names: list(text('A name'), 'The names that lead to it now'),
    notes: notesSchema,
  }),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const locate = (step: JsonObject): JsonObject =>
      relocateFiles(step, host.workingFolder, path.resolve(folder.value))
    let sound: JsonObject | undefined
    const isSound = ({ after }: Change): boolean => sound !== undefined && jsonEqual(sound, after)
    // Checking takes its time, and is not done under the lock: what another process has changed meanwhile is looked at again.
    for (;;) {
      let made = undefined as Change | undefined
      const updated = await updatePlace(input, host, (saved, place) => {
        const change = changeAt(saved, place, input.change, locate)
        if (!change.ok) return change
        made = change.value
        return { ok: true, value: isSound(made) ? made.put(made.after) : saved }
      })
      if (!updated.ok) return updated
      if (made === undefined) throw new Error('Nothing was changed.')
      if (isSound(made)) return { ok: true, value: { names: made.names, notes: made.notes } }
      const problems = await newProblems(made)
      if (problems.length > 0) return { ok: false, problems }
      sound = made.after
    }
  },
})

/** The change of a saved object. */
interface Change extends Changeable {
  readonly after: JsonObject
  /** The names on the way to it then. */
  readonly names: readonly string[]
  readonly notes: readonly string[]
}

/** Something saved in its own words. */
interface Changeable {
  readonly before: JsonObject
  /** The names of what stands beside it count. */
  readonly isTaken: (name: string) => boolean
  readonly nameOf: (words: JsonObject) => string
  readonly put: (words: JsonObject) => Saved
  /** Finds the problems that no suite could have. */
  readonly problemsOf: (words: JsonObject) => Promise<readonly Problem[]>
}

function changeAt(
  saved: Saved,
  place: NamedPlace,
  change: JsonObject,
  locate: (step: JsonObject) => JsonObject,
): Result<Change> {
  const contents = folderAt(saved, place)
  const unknown = contents === undefined ? targetKey(itemAt(saved, place), change) : unknownKey(place, change)
  if (unknown !== undefined) return unknown
  const thing = changeable(saved, place)
  const { before } = thing
  const { step: hidden, notes } = contents === undefined ? withoutSecrets(change) : inSettings(change)
  const located = chosen(locate({ ...before, ...hidden }), Object.keys(hidden))
  const patch = asSpelled(before, contents === undefined ? located : withOneOfEach(before, located))
  const lacking = lackingIn(before, patch, '')
  if (lacking.length > 0) return { ok: false, problems: lacking }
  const after = mapping(mergePatch(before, patch))
  const name = property(after, 'name')
  if (typeof name === 'string' ? name.trim() === '' : contents !== undefined)
    return typeof name === 'string'
      ? usageRefusal('the new name is empty', 'Is a variable not set?')
      : usageRefusal('"name" must be text', 'It cannot be taken away: write another, {"name": "Shop"}.')
  const baseUrl = after['baseUrl'] ?? ''
  if (typeof baseUrl !== 'string' && contents !== undefined)
    return usageRefusal('"baseUrl" must be text', 'Write {"baseUrl": "http://127.0.0.1:4010"}.')
  const given = contents === undefined ? undefined : textOf(change['baseUrl'])
  const wrong = given === undefined ? undefined : baseUrlProblem(given)
  if (wrong !== undefined) return refusal(wrong)
  const newName = thing.nameOf(after)
  if (newName !== thing.nameOf(before) && thing.isTaken(newName))
    return savedExists(`"${newName}" is there already`)
  const put = (words: JsonObject): Saved =>
    withAllowed(thing.put(words), place.collection, readsNamed(located))
  return { ok: true, value: { ...thing, after, put, notes, names: [...place.names.slice(0, -1), newName] } }
}

function changeable(saved: Saved, place: NamedPlace): Changeable {
  const contents = folderAt(saved, place)
  const item = itemAt(saved, place)
  const { items = [] } = folderAt(saved, { ...place, path: place.path.slice(0, -1) }) ?? {}
  const beside = items.filter(other => other !== item)
  if (item?.kind === 'request')
    return {
      before: item.step,
      nameOf: step => itemName({ kind: 'request', step }),
      isTaken: name => isNamed(beside, name),
      put: step => replaceItem(saved, place, () => [{ ...item, step }]),
      problemsOf: stepProblems,
    }
  const others = saved.collections.filter((_, index) => index !== place.collection)
  return {
    // A collection holds JSON; its keys that cannot be changed were refused.
    before: contents as unknown as JsonObject,
    nameOf: words => textOf(words['name']) ?? '',
    isTaken: name =>
      item === undefined ? others.some(other => other.name.trim() === name.trim()) : isNamed(beside, name),
    put: words =>
      item === undefined
        ? changeCollection(saved, place.collection, () => words as unknown as Collection)
        : replaceItem(saved, place, () => [words as unknown as Folder]),
    problemsOf: words => headerProblems(chosen(words, suiteKeys)),
  }
}

/** Finds new problems: one that was there before is no reason not to change something else. */
async function newProblems({ before, after, problemsOf }: Change): Promise<readonly Problem[]> {
  const problems = await problemsOf(after)
  if (problems.length === 0) return problems
  const known = new Set((await problemsOf(before)).map(({ message }) => message))
  return problems.filter(({ message }) => !known.has(message))
}

function unknownKey({ path: { length } }: NamedPlace, change: JsonObject): Result<never> | undefined {
  const [keys, what] = length === 0 ? [collectionKeys, 'a collection'] : [folderKeys, 'a folder']
  const key = Object.keys(change).find(name => !keys.includes(name))
  if (key === undefined) return undefined
  const message = `"${key}" is nothing that can be changed of ${what}`
  const hint = suggesting(key, keys, elsewhere[key] ?? `Keys are ${keys.join(', ')}.`)
  return refusal(errorProblem({ code: 'unknown-key', message, hint }))
}

/** The method and the URL of a request, which have no keys of their own; other actions may have some of these names. */
function targetKey(item: CollectionItem | undefined, change: JsonObject): Result<never> | undefined {
  const request = item?.kind === 'request' ? textOf(item.step[plainRequest]) : undefined
  const key = ['method', 'url'].find(name => Object.hasOwn(change, name))
  if (request === undefined || key === undefined) return undefined
  const [, method = 'GET', url = ''] = /^(?:(\S+) +)?(.*)$/s.exec(request) ?? []
  const meant = `${textOf(change['method']) ?? method} ${textOf(change['url']) ?? url}`
  const message = `"${key}" is no field of a request: its method and its URL are one, "request"`
  return refusal(errorProblem({ code: 'unknown-key', message, hint: `Write request='${meant}'.` }))
}

/** The hints for keys that are changed by another command. */
const elsewhere: Readonly<Record<string, string>> = {
  items: 'Save, change, move or delete what is in it by its own name.',
  after: 'Save, change, move or delete what is in it by its own name.',
  environments: 'Environments are changed by apitest environments set.',
  imported: 'What it may read is allowed by apitest collections allow.',
}

function inSettings(change: JsonObject): ReturnType<typeof withoutSecrets> {
  const { settings = null } = change
  if (!isObject(settings)) return { step: change, notes: [] }
  const hidden = withoutSecrets(settings)
  return { step: { ...change, settings: hidden.step }, notes: hidden.notes }
}

function chosen(words: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(words).filter(([key]) => keys.includes(key)))
}

/** With the names of headers as they are spelled there. */
function asSpelled(target: JsonObject, patch: JsonObject): JsonObject {
  const spelled = (key: string, value: JsonValue): JsonValue => {
    if (!isObject(value)) return value
    const there = mapping(target[key])
    if (key === 'settings') return asSpelled(there, value)
    return key === 'headers' ? renamed(value, name => spellingOf(name, Object.keys(there))) : value
  }
  return Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, spelled(key, value)]))
}

function renamed(value: JsonObject, nameOf: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), inner]))
}

function spellingOf(name: string, known: readonly string[]): string {
  if (known.includes(name)) return name
  return known.find(one => one.toLowerCase() === name.toLowerCase()) ?? name
}

/** A name is a variable or a secret: what becomes one is no longer the other, and what is taken away may be either. */
function withOneOfEach(contents: JsonObject, patch: JsonObject): JsonObject {
  const pairs = [
    ['variables', 'secrets'],
    ['secrets', 'variables'],
  ] as const
  return pairs.reduce((changed, [key, other]) => {
    const [own, others] = [mapping(contents[key]), mapping(contents[other])]
    const given = mapping(changed[key])
    const moved = Object.keys(given).filter(name => Object.hasOwn(others, name))
    if (moved.length === 0) return changed
    const isElsewhere = (name: string): boolean =>
      given[name] === null && !Object.hasOwn(own, name) && moved.includes(name)
    const kept = Object.entries(given).filter(([name]) => !isElsewhere(name))
    const gone = Object.fromEntries(moved.map(name => [name, null]))
    return {
      ...changed,
      [key]: Object.fromEntries(kept),
      [other]: { ...gone, ...mapping(changed[other]) },
    }
  }, patch)
}

/**
 * Finds fields that are to be taken away, and are not there: the name was mistyped. An item of a list cannot be
 * reached, either.
 */
function lackingIn(target: JsonObject, patch: JsonObject, path: string): readonly Problem[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const there = property(target, key)
    const field = `${path}${key}`
    if (isObject(value) && isList(there ?? null) && Object.keys(value).every(name => /^\d+$/.test(name)))
      return [usageProblem(`"${field}" is a list, which is replaced whole`, `Give all of it: ${field}=[…].`)]
    if (isObject(value)) return lackingIn(mapping(there), value, `${field}.`)
    if (value !== null || there !== undefined) return []
    const meant = didYouMean(
      field,
      Object.keys(target).map(name => `${path}${name}`),
    )
    const hint = path.startsWith('json.') ? [meant ?? [], nullHint].flat().join(' ') : meant
    return [usageProblem(`there is no "${field}" to take away`, hint)]
  })
}

const nullHint =
  'In a change null takes away: a body with null in it is saved by apitest collections save --replace.'

/** Describes the change of each field by a merge patch, without credentials. */
function changedFields(change: JsonObject, way: readonly string[] = []): readonly string[] {
  return Object.entries(change).flatMap(([key, value]) => {
    const field = [...way, key]
    if (value === null) return [`Takes ${quoted(field.join('.'))} away`]
    if (isObject(value) && Object.keys(value).length > 0) return changedFields(value, field)
    const shown = shownValue(way.includes('secrets') ? '***' : withoutCredentials(value, key))
    return [`Sets ${quoted(field.join('.'))} to ${quoted(shown)}`]
  })
}
