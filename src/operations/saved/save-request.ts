import path from 'node:path'
import { itemName } from '../../compile/item-name.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Problem, Result } from '../../model/problem.ts'
import { changeSaved, type Saved } from '../../store/saved-collections.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { flag, list, object, text } from '../schema.ts'
import { stepSchema } from '../calls/call-input.ts'
import { withoutSecrets } from '../calls/without-secrets.ts'
import { readsNamed, withAllowed } from './allow-reads.ts'
import { changeFolder, folderAt } from './change-items.ts'
import { findPlace, type Place } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { stepProblems } from './step-problems.ts'

/**
 * Keeps requests as the last ones of a collection or a folder, which is made where it is not there, unless its name looks
 * like another's mistyped. Secrets become placeholders.
 */
export const saveRequest = operation({
  name: 'save-request',
  permission: 'project',
  summary: 'Saves requests at the end of a collection or a folder, without sending them.',
  input: object({
    steps: list(stepSchema, 'The requests; names of files count from the working folder'),
    into: text('Names on the way to it: Shop/Users; a collection that is not there is made'),
    ...projectKeys,
  }),
  answer: object({
    created: flag('Whether the collection was made, too'),
    notes: list(text('A sentence'), 'What to do before they can run'),
  }),
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const problems = (await Promise.all(input.steps.map(stepProblems))).flat()
    if (problems.length > 0) return { ok: false, problems }
    const hidden = input.steps.map(withoutSecrets)
    const requests = hidden.map(({ step }): SavedRequest => ({
      kind: 'request',
      step: relocateFiles(step, host.workingFolder, path.resolve(folder.value)),
    }))
    let created = false
    const updated = await changeSaved(folder.value, saved => {
      const place = placeFor(saved, input.into)
      created = place.ok && place.value.saved !== saved
      return place.ok ? added(place.value, requests, input.into) : place
    })
    if (!updated.ok) return updated
    return { ok: true, value: { created, notes: [...new Set(hidden.flatMap(({ notes }) => notes))] } }
  },
})

interface Target {
  readonly saved: Saved
  readonly place: Place
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
      place: { collection: collections.length, path: [] },
    },
  }
}

function mistyped(problem: Problem, meant: string): Problem {
  return { ...problem, hint: `${meant} A new collection is made by apitest collections create.` }
}

/** Behind the others; a request that was named stands for the folder it is in. */
function added({ saved, place }: Target, requests: readonly SavedRequest[], into: string): Result<Saved> {
  const isRequest = folderAt(saved, place) === undefined
  const folder = isRequest ? { ...place, path: place.path.slice(0, -1) } : place
  const there = folderAt(saved, folder)?.items ?? []
  const taken = requests.map(itemName).find(name => isNamed(there, name))
  if (taken !== undefined) return savedExists(`"${into}" has something called "${taken}" already`)
  const typed = readsNamed({ steps: requests.map(({ step }) => step) })
  return {
    ok: true,
    value: changeFolder(withAllowed(saved, place.collection, typed), folder, contents => ({
      ...contents,
      items: [...contents.items, ...requests],
    })),
  }
}
