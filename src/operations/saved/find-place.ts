import { itemName, writtenName } from '../../compile/item-name.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { didYouMean } from '../../util/did-you-mean.ts'

/** Where something saved is: the position of its collection, and of each item on the way to it. */
export interface Place {
  readonly collection: number
  readonly path: readonly number[]
}

/** A place, and the names on the way to it. */
export interface NamedPlace extends Place {
  readonly names: readonly string[]
}

/**
 * Finds what is saved under a path of names: `Shop`, `Shop/Users`, `Shop/Users/List users`. Names may hold slashes; spaces
 * around the slashes between them do not count, and neither does the case of letters where nothing else has the name. Of
 * several with one name `#2` behind the path takes the second.
 */
export function findPlace({ collections }: Saved, written: string): Result<NamedPlace> {
  if (written.trim() === '')
    return usageRefusal('the name of what is saved is empty', 'Is a variable not set?')
  const [, path = written, number] = /^(.*?)(?:#(\d+))?$/s.exec(written) ?? []
  const found = placesOf(collections, written)
  const places = found.length > 0 || number === undefined ? found : placesOf(collections, path)
  const [first, ...others] = places
  if (found.length === 0 && number !== undefined) return chosen(places, Number(number), written, collections)
  if (first !== undefined && others.length === 0) return { ok: true, value: first }
  return first === undefined ? missing(written, collections) : ambiguous(written, places.length)
}

/** The paths of names of everything that is saved, in its order. */
export function savedPaths(collections: readonly Collection[]): readonly string[] {
  const below = (items: readonly CollectionItem[], path: string): readonly string[] =>
    items.flatMap(item => {
      const own = `${path}/${itemName(item)}`
      return [own, ...(item.kind === 'folder' ? below(item.items, own) : [])]
    })
  return collections.flatMap(({ name, items }) => [name, ...below(items, name)])
}

function placesOf(collections: readonly Collection[], written: string): readonly NamedPlace[] {
  const exact = search(collections, written.trim(), text => text)
  return exact.length > 0 ? exact : search(collections, written.trim(), text => text.toLowerCase())
}

type Alike = (text: string) => string

function search(collections: readonly Collection[], written: string, alike: Alike): readonly NamedPlace[] {
  return collections.flatMap(({ name, items }, collection) =>
    restsAfter(name, written, alike).flatMap(rest =>
      searchItems(items, rest, alike, { collection, path: [], names: [name] }),
    ),
  )
}

/** Finds the places that the rest of a path names; an empty rest names the place itself. */
function searchItems(
  items: readonly CollectionItem[],
  rest: string,
  alike: Alike,
  here: NamedPlace,
): readonly NamedPlace[] {
  if (rest === '') return [here]
  return items.flatMap((item, index) => {
    const name = itemName(item)
    const { collection, path, names } = here
    const place = { collection, path: [...path, index], names: [...names, name] }
    const inner = item.kind === 'folder' ? item.items : []
    const spellings = [...new Set([name, writtenName(item)])]
    return spellings
      .flatMap(spelling => restsAfter(spelling, rest, alike))
      .flatMap(left => searchItems(inner, left, alike, place))
  })
}

/** Returns the rest of a path behind a name, at most one: empty at its end. */
function restsAfter(name: string, written: string, alike: Alike): readonly string[] {
  const trimmed = name.trim()
  if (trimmed === '' || alike(written.slice(0, trimmed.length)) !== alike(trimmed)) return []
  const rest = written.slice(trimmed.length).trimStart()
  if (rest === '') return ['']
  return rest.startsWith('/') ? [rest.slice(1).trimStart()] : []
}

function chosen(
  places: readonly NamedPlace[],
  number: number,
  written: string,
  collections: readonly Collection[],
): Result<NamedPlace> {
  const place = places[number - 1]
  return place === undefined ? missing(written, collections) : { ok: true, value: place }
}

function missing(written: string, collections: readonly Collection[]): Result<never> {
  const paths = savedPaths(collections)
  const hint =
    didYouMean(written, paths) ??
    (paths.length === 0
      ? 'Nothing is saved yet: import something, or create a collection.'
      : 'See what there is with apitest collections.')
  const message = `nothing is saved as "${written}"`
  return refusal(errorProblem({ code: 'saved-missing', message, hint }))
}

function ambiguous(written: string, count: number): Result<never> {
  const message = `${count} things are saved as "${written}"`
  const hint = `Choose one by its number in the list: "${written}#2" is the second.`
  return refusal(errorProblem({ code: 'saved-ambiguous', message, hint }))
}
