import type { ConversionReport, Counted, Loss } from '../../model/conversion.ts'
import type { Entry } from './har-document.ts'
import type { MadeFolder } from './saved-request.ts'
import type { SortedEntries } from './sort-entries.ts'

/** Most items of one reason that a report names. */
const namedItems = 10

/** The account of an import: what became of every entry. */
export function reportOf(
  collection: string,
  {
    entries,
    sorted,
    folders,
  }: { readonly entries: number; readonly sorted: SortedEntries; readonly folders: readonly MadeFolder[] },
): ConversionReport {
  const requests = folders.flatMap(folder => folder.requests.map(made => ({ made, folder: folder.name })))
  const placed = requests.map(({ made, folder }) => ({
    made,
    where: [collection, folder, made.name].filter(name => name !== '').join(' / '),
  }))
  const repeated = placed.filter(({ made }) => made.endpoint.calls.length > 1)
  const skipped = [...sorted.skipped].map(([reason, inside]) => counted(reason, inside.map(addressOf)))
  return {
    requests: entries,
    created: requests.length,
    merged: repeated.map(({ made, where }) => ({
      reason: `repeated calls of ${made.name}`,
      count: made.endpoint.calls.length - 1,
      items: [where],
    })),
    skipped,
    losses: [
      ...placed.flatMap(({ made, where }) => made.losses.map(loss => ({ where, ...loss }))),
      ...sorted.notes.filter(isBroken).map(({ entry, why }) => ({
        where: collection,
        what: `entry ${entry.index + 1}`,
        why,
      })),
    ],
    notes: [
      ...placed.flatMap(({ made, where }) => made.notes.map(note => ({ where, ...note }))),
      ...sorted.notes
        .filter(note => !isBroken(note))
        .map(({ entry, kept, why }) => ({
          where: collection,
          what: `${kept ? 'kept' : 'left out'}: ${addressOf(entry)}`,
          why,
        })),
      ...leftOut(collection, folders),
    ],
  }
}

function isBroken({ entry }: SortedEntries['notes'][number]): boolean {
  return entry.broken !== undefined
}

/** Headers and cookies that no request of the collection sends. */
function leftOut(where: string, folders: readonly MadeFolder[]): readonly Loss[] {
  const requests = folders.flatMap(folder => folder.requests)
  const headers = new Set(requests.flatMap(({ dropped }) => dropped))
  const cookies = new Set(requests.flatMap(made => made.cookies))
  return [
    ...(headers.size === 0
      ? []
      : [{ where, what: `headers ${[...headers].sort().join(', ')}`, why: 'they are those of the browser' }]),
    ...(cookies.size === 0
      ? []
      : [
          {
            where,
            what: `cookies ${[...cookies].sort().join(', ')}`,
            why: 'a request before sets them, or they do not tell who is asking',
          },
        ]),
  ]
}

function counted(reason: string, items: readonly string[]): Counted {
  return { reason, count: items.length, ...(items.length > namedItems ? {} : { items }) }
}

/** Without its query, which may hold anything. */
function addressOf({ method, url, index }: Entry): string {
  const address = url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')
  return address === '' ? `entry ${index + 1}` : `${method} ${address.slice(0, 200)}`
}
