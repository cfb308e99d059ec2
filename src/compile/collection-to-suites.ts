import path from 'node:path'
import type { Collection, CollectionItem, SavedRequest } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import { isFolder, suiteEnding, type SuitePart, suiteParts } from './suite-parts.ts'
import { withOwnEnvironment } from './own-environment.ts'
import { suiteHeader } from './suite-header.ts'
import { fileNameOf, UniqueNames } from './file-names.ts'
import { namesLeft, namesNeeded, namesSetBy, namesUsed } from './variable-flow.ts'
import { literalText } from './literal-text.ts'

/** A suite that a collection became. */
export interface SuiteFile {
  /** Relative to the output folder, with forward slashes. */
  readonly name: string
  readonly suite: JsonObject
  /** The request that each step was made of; undefined for one that only runs the suite of a folder. */
  readonly steps: readonly (SavedRequest | undefined)[]
  readonly after: readonly SavedRequest[]
}

/**
 * The suites of a collection: one file per folder with requests. Folders that need variables of each other run one after
 * the other, as in the collection: the collection's own suite runs them, with `use`. File names count from where those of
 * the collection do; `folder` is the output folder, as seen from there.
 */
export function collectionToSuites(given: Collection, folder = ''): readonly SuiteFile[] {
  const collection = withOwnEnvironment(given)
  const parts = suiteParts(collection)
  const needs = neededInputs(parts.filter(part => !wasSuite(part)))
  if (needs.size === 0) return parts.map(part => fileOf(part))
  const main = parts.find(isRoot)
  const used = parts.filter(part => part !== main && needs.has(part))
  const apart = parts.filter(part => part !== main && !needs.has(part))
  return [
    mainFile(collection, main, used, needs, folder),
    ...used.map(part => fileOf(part, needs.get(part))),
    ...apart.map(part => fileOf(part)),
  ]
}

/** The parts that cannot run on their own, or that such parts wait for, each with the names it must be given. */
function neededInputs(parts: readonly SuitePart[]): ReadonlyMap<SuitePart, readonly string[]> {
  const left = new Map(
    parts.map(part => [part, new Set(part.requests.flatMap(({ step }) => namesLeft(step)))]),
  )
  const inputs = new Map<SuitePart, readonly string[]>()
  const givers = new Set<SuitePart>()
  parts.forEach((part, index) => {
    // The requests of the collection itself stand anywhere between its folders.
    const before = isRoot(part) ? parts.filter(other => other !== part) : parts.slice(0, index)
    const isLeft = (name: string, by: SuitePart): boolean => left.get(by)?.has(name) === true
    const given = namesNeededBy(part).filter(name => before.some(other => isLeft(name, other)))
    if (given.length > 0) inputs.set(part, given)
    for (const other of before) if (given.some(name => isLeft(name, other))) givers.add(other)
  })
  for (const giver of givers) if (!inputs.has(giver)) inputs.set(giver, [])
  return inputs
}

/** True where a folder was a suite before: then it ran on its own, and knows by `use` where its variables come from. */
function wasSuite({ chain }: SuitePart): boolean {
  return chain[chain.length - 1]?.kept?.['suite'] !== undefined
}

function isRoot({ chain }: SuitePart): boolean {
  return chain.length === 1
}

/** Settings hold for every request, and what one of them leaves may be there for them. */
function namesNeededBy({ chain, requests, after }: SuitePart): readonly string[] {
  const left = new Set(requests.flatMap(({ step }) => namesLeft(step)))
  const byScripts = new Set(chain.flatMap(({ settings }) => namesSetBy(settings?.['scripts'] ?? null)))
  const bySettings = chain.flatMap(({ settings = {} }) => [...namesUsed(settings)])
  const all = [...namesNeeded([...requests, ...after]), ...bySettings.filter(name => !left.has(name))]
  return [...new Set(all)].filter(name => !byScripts.has(name))
}

function fileOf(part: SuitePart, inputs?: readonly string[]): SuiteFile {
  const { file, requests, after } = part
  const steps = requests.map(({ step }) => step)
  return {
    name: file,
    suite: {
      ...suiteHeader(part, inputs),
      steps,
      ...(after.length === 0 ? {} : { after: after.map(({ step }) => step) }),
    },
    steps: requests,
    after,
  }
}

/** The suite of the collection itself, which runs those of its folders where they stand among its requests. */
function mainFile(
  collection: Collection,
  own: SuitePart | undefined,
  used: readonly SuitePart[],
  needs: ReadonlyMap<SuitePart, readonly string[]>,
  folder: string,
): SuiteFile {
  const names = new UniqueNames()
  for (const { file } of used) names.take(file)
  const file = own?.file ?? names.take(fileNameOf(collection.name), suiteEnding)
  const part: SuitePart = own ?? { chain: [collection], file, requests: [], after: [] }
  const entries = collection.items.flatMap((item): readonly (readonly [JsonObject, SavedRequest?])[] =>
    isFolder(item)
      ? used
          .filter(({ chain }) => chain[1] === item)
          .map(inner => [useStep(inner, needs.get(inner) ?? [], folder)])
      : [[item.step, item]],
  )
  const uses: CollectionItem[] = entries.map(([step]) => ({ kind: 'request', step }))
  const { after } = part
  return {
    name: file,
    suite: {
      ...suiteHeader({ ...part, requests: uses.filter(item => item.kind === 'request') }),
      steps: entries.map(([step]) => step),
      ...(after.length === 0 ? {} : { after: after.map(({ step }) => step) }),
    },
    steps: entries.map(([, request]) => request),
    after,
  }
}

function useStep({ chain, file }: SuitePart, inputs: readonly string[], folder: string): JsonObject {
  return {
    name: chain
      .slice(1)
      .map(({ name }) => literalText(name))
      .join(' / '),
    use: path.posix.join(folder, file),
    ...(inputs.length === 0 ? {} : { with: Object.fromEntries(inputs.map(name => [name, `{{${name}}}`])) }),
  }
}
