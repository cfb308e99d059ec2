import path from 'node:path'
import { itemName, writtenName } from '../../compile/item-name.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import type { Collection, CollectionItem, SavedRequest } from '../../model/collection.ts'
import { type Problem, type Result, usageRefusal } from '../../model/problem.ts'
import { changeSaved, type Saved } from '../../store/saved-collections.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { operation } from '../operation.ts'
import { plural } from '../../util/quantity.ts'
import { quoted, stepWords } from '../preview.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { flag, list, object, optional, text, type ValueOf } from '../schema.ts'
import { stepSchema } from '../calls/call-input.ts'
import { withoutSecrets } from '../calls/without-secrets.ts'
import { readsNamed, withAllowed } from './allow-reads.ts'
import { changeFolder, folderAt, itemAt } from './change-items.ts'
import { findPlace, type NamedPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { notesSchema } from './saved-input.ts'
import { stepProblems } from './step-problems.ts'

const saveInput = object({
  steps: list(stepSchema, 'The requests; names of files count from the working folder'),
  into: text('Names on the way to it: Shop/Users; a collection that is not there is made'),
  replace: optional(flag('Put it in the place of a request of the same name, whose saved answers stay')),
  ...projectKeys,
})

/**
 * Keeps requests as the last ones of a collection or a folder, which is made where it is not there, unless its name looks
 * like another's mistyped. Secrets become placeholders.
 */
export const saveRequest = operation({
  name: 'save-request',
  permission: 'project',
  destroys: true,
  canRehearse: true,
  preview: ({ steps, into, replace = false }) =>
    Promise.resolve({
      ok: true,
      value: {
        sentences: [
          `Saves ${plural(steps.length, 'request')} in ${quoted(into)}${replace ? ', also in the place of others of the same name' : ''}`,
          ...steps.map(stepWords),
        ],
        production: [],
      },
    }),
  summary: 'Saves requests at the end of a collection or a folder, without sending them.',
  input: saveInput,
  answer: object({
    created: flag('Whether the collection was made, too'),
    replaced: list(text('A name'), 'Requests that gave way'),
    notes: notesSchema,
  }),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    if (input.steps.length === 0)
      return usageRefusal('there is no request to save', 'Give the requests under `steps`.')
    const problems = (await Promise.all(input.steps.map(stepProblems))).flat()
    if (problems.length > 0) return { ok: false, problems }
    const hidden = input.steps.map(withoutSecrets)
    const requests = hidden.map(({ step }): SavedRequest => ({
      kind: 'request',
      step: relocateFiles(step, host.workingFolder, path.resolve(folder.value)),
    }))
    let created = false
    let replaced: readonly string[] = []
    const updated = await changeSaved(
      folder.value,
      saved => {
        const place = placeFor(saved, input.into)
        created = place.ok && place.value.saved !== saved
        const all = place.ok ? added(place.value, requests, input) : place
        if (!all.ok) return all
        replaced = all.value.replaced
        return { ok: true, value: all.value.saved }
      },
      host,
    )
    if (!updated.ok) return updated
    const notes = [...new Set(hidden.flatMap(one => one.notes))]
    return { ok: true, value: { created, replaced, notes } }
  },
})

interface Target {
  readonly saved: Saved
  readonly place: NamedPlace
}

function placeFor(saved: Saved, into: string): Result<Target> {
  const found = findPlace(saved, into)
  if (found.ok) return { ok: true, value: { saved, place: found.value } }
  if (into.includes('/') || found.problems.some(({ code }) => code !== 'saved-missing')) return found
  const { collections } = saved
  const meant = didYouMean(
    into.trim(),
    collections.map(({ name }) => name),
  )
  if (meant !== undefined) return { ok: false, problems: found.problems.map(one => mistyped(one, meant)) }
  const collection: Collection = { name: into.trim(), environments: [], items: [] }
  return {
    ok: true,
    value: {
      saved: { ...saved, collections: [...collections, collection] },
      place: { collection: collections.length, path: [], names: [collection.name] },
    },
  }
}

function mistyped(problem: Problem, meant: string): Problem {
  return { ...problem, hint: `${meant} A new collection is made by apitest collections create.` }
}

/** Behind the others, or in the place of one. A request can only be named as the place where it gives way. */
function added(
  { saved, place }: Target,
  requests: readonly SavedRequest[],
  { into, replace = false }: ValueOf<typeof saveInput>,
): Result<{ readonly saved: Saved; readonly replaced: readonly string[] }> {
  const meant = itemAt(saved, place)
  const other = meant?.kind === 'request' ? notInThePlaceOf(meant, place, requests, replace) : undefined
  if (other !== undefined) return other
  const folder = meant?.kind === 'request' ? { ...place, path: place.path.slice(0, -1) } : place
  let items = folderAt(saved, folder)?.items ?? []
  const replaced: string[] = []
  for (const given of requests) {
    const request = replace ? namedAs(meant, given) : given
    const name = itemName(request)
    const [former, ...others] = items.filter(item => isNamed([item], name))
    const isFree = former === undefined
    if (!isFree && !(replace && former.kind === 'request' && others.length === 0))
      return savedExists(
        `"${into}" has something called "${name}" already`,
        !replace && former.kind === 'request',
      )
    items = isFree
      ? [...items, request]
      : items.map((item): CollectionItem => (item === former ? { ...former, step: request.step } : item))
    if (!isFree) replaced.push(name)
  }
  const typed = readsNamed({ steps: requests.map(({ step }) => step) })
  const allowed = withAllowed(saved, place.collection, typed)
  const value = changeFolder(allowed, folder, contents => ({ ...contents, items }))
  return { ok: true, value: { saved: value, replaced } }
}

/** Why requests cannot be saved where there is a request: they would come beside it, where nobody said that they go. */
function notInThePlaceOf(
  meant: SavedRequest,
  { names }: NamedPlace,
  requests: readonly SavedRequest[],
  replace: boolean,
): Result<never> | undefined {
  const [path, folder] = [names.join('/'), names.slice(0, -1).join('/')]
  if (!replace)
    return usageRefusal(
      `"${path}" is a request, not a folder`,
      `Save it in ${folder}, or put it in the place of that one with --replace.`,
    )
  const name = requests.map(one => itemName(namedAs(meant, one))).find(one => one !== itemName(meant))
  if (name === undefined) return undefined
  const message = `"${name}" cannot be put in the place of "${path}": it is called something else`
  return usageRefusal(message, `Leave its name out, or save it in ${folder}.`)
}

/** A request without a name that is to replace one is called as that is. */
function namedAs(meant: CollectionItem | undefined, { step, ...request }: SavedRequest): SavedRequest {
  const isUnnamed = meant?.kind === 'request' && step['name'] === undefined
  return { ...request, step: isUnnamed ? { name: writtenName(meant), ...step } : step }
}
