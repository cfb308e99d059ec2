import path from 'node:path'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { type RefusedRead, refusedReads } from '../../load/allowed-reads.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { readsOf } from '../saved/saved-suites.ts'
import { isUrl } from '../../util/is-url.ts'

/** From what something was imported. */
interface Source {
  readonly format: string
  readonly source: string
  readonly workingFolder: string
  /** Where file names of the collection count from. */
  readonly directory: string
  /** The entries that it may read. */
  readonly allow: readonly string[]
}

/**
 * Marks an import as such, with the entries that it may read. Of the entries in `reads`, the document itself is the one
 * that the user has named.
 */
export function markImported(imported: Imported, given: Source, reads: readonly RefusedRead[]): Imported {
  const { source, workingFolder, directory } = given
  const isSource = (entry: string): boolean =>
    !isUrl(source) && path.resolve(directory, entry) === path.resolve(workingFolder, source)
  const own = reads.map(({ entry }) => entry)
  const mark = { from: given.format, allow: [...new Set([...given.allow, ...own.filter(isSource)])] }
  const { collection, environments } = imported
  const marked = environments.map(one => ({ ...one, imported: mark }))
  if (collection === undefined) return { ...imported, environments: marked }
  const inside = collection.environments.map(one => ({ ...one, imported: mark }))
  return {
    ...imported,
    collection: { ...collection, imported: mark, environments: inside },
    environments: marked,
  }
}

/** Tells what something would read, by its name. `hint` says what to do about it. */
export function readNotes(
  where: string,
  reads: readonly RefusedRead[],
  hint: (entry: string) => string,
): readonly Loss[] {
  const first = new Map(reads.map(one => [one.entry, one]))
  return [...first.values()].map(({ entry, words }) => ({
    where,
    what: `it ${words}`,
    why: hint(entry),
  }))
}

/** The suites that the requests run as. */
export function suitesIn({ collection }: Pick<Imported, 'collection'>): readonly JsonObject[] {
  return collection === undefined ? [] : suitesToRun(collection, [])
}

/** Lists the reads that are not allowed, of requests, as the suites they run as, and of environments. */
export function readsIn(
  { collection, environments }: Pick<Imported, 'collection' | 'environments'>,
  suites: readonly JsonObject[],
  { directory, allow }: Pick<Source, 'directory' | 'allow'>,
): readonly RefusedRead[] {
  const reads = readsOf(collection?.name ?? '', allow, directory)
  const all = [...environments, ...(collection?.environments ?? [])]
  const variables = all.map(one => ({ variables: one.variables, secrets: one.secrets }))
  return [...suites, ...(variables as readonly JsonObject[])].flatMap(suite => refusedReads(suite, reads))
}

/** Tells of requests whose URL names no host: `http:///users`, or a variable for it that is empty. A run refuses them. */
export function hostNotes(name: string, suites: readonly JsonObject[]): readonly Loss[] {
  const why = 'its URL names no host; a run refuses it until it has one'
  return suites.flatMap(suite => {
    const variables = mapping(suite['variables'])
    const steps = [...list(suite['steps']), ...list(suite['after'])].map(mapping)
    return steps.flatMap(step => {
      const written = text(step['request']) ?? ''
      const filled = written.replace(/\{\{([^{}]+)\}\}/g, (whole, variable: string) =>
        typeof variables[variable] === 'string' ? variables[variable] : whole,
      )
      if (!/^\S+ +https?:\/\/(?:[/?#:]|$)/i.test(filled)) return []
      return [
        {
          where: `${name} / ${stepName(step)}`,
          what: `url ${written.replace(/^\S+ +/, '')}`,
          why,
        },
      ]
    })
  })
}
