import { requestCount } from '../compile/suites-to-run.ts'
import type { ConversionReport, Loss } from '../model/conversion.ts'
import path from 'node:path'
import { fileNameOf, UniqueNames } from '../compile/file-names.ts'
import { relocateCollection } from '../compile/relocate-collection.ts'
import type { Collection, FolderContents } from '../model/collection.ts'
import { mapping, text } from '../util/read-values.ts'
import type { TextFormat } from './kept-text.ts'

/** A file that a part of a collection becomes. */
export interface FilePart {
  readonly name: string
  readonly part: Collection
}

/**
 * The files that a collection becomes: one for each folder that was one, and one for everything else, with the first of these
 * endings.
 */
export function filePartsOf(
  collection: Collection,
  format: TextFormat,
  endings: readonly string[],
): readonly FilePart[] {
  const names = new UniqueNames()
  const own = (contents: FolderContents): string | undefined => {
    const file = formerFile(contents, format, endings)
    if (file === undefined) return undefined
    const long = endings.find(one => one.startsWith('.') && file.toLowerCase().endsWith(one))
    const end = file.length - (long ?? path.extname(file)).length
    return names.take(file.slice(0, end), file.slice(end))
  }
  const files = collection.items.flatMap(item => {
    const name = item.kind === 'folder' ? own(item) : undefined
    return item.kind === 'folder' && name !== undefined ? [{ name, folder: item }] : []
  })
  const whole = own(collection) ?? names.take(fileNameOf(collection.name), endings[0])
  if (files.length === 0) return [{ name: whole, part: collection }]
  const { variables, settings } = collection
  const parts = files.map(({ name, folder }) => {
    const moved = relocateCollection(folder, path.sep, path.join(path.sep, path.dirname(name)))
    const part = { ...moved, variables: { ...variables, ...moved.variables } }
    return { name, part: { ...part, settings: { ...settings, ...moved.settings }, environments: [] } }
  })
  const items = collection.items.filter(item => !files.some(({ folder }) => folder === item))
  const isEmpty = items.length + (collection.after ?? []).length === 0
  return isEmpty ? parts : [...parts, { name: whole, part: { ...collection, items } }]
}

/** The file that a collection or a folder was imported from; a name that leads out of what is written counts for nothing. */
function formerFile(
  { kept }: FolderContents,
  format: TextFormat,
  endings: readonly string[],
): string | undefined {
  const name = text(mapping(kept?.[format])['file']) ?? ''
  const isInside = path.posix.normalize(name) === name && !/^(?:\.\.|\/|\w:)|\\/.test(name)
  return isInside && endings.some(ending => name.toLowerCase().endsWith(ending)) ? name : undefined
}

/** The name of a request with those of its folders, on one line. */
export function titleWithin(name: unknown, chain: readonly FolderContents[]): string {
  const own = typeof name === 'string' ? name : ''
  return [...chain.slice(1).map(one => one.name), own]
    .filter(part => part !== '')
    .join(' / ')
    .replace(/\s*\n\s*/g, ' ')
}

/** The account of one file that was written. */
interface WrittenPart {
  readonly created: number
  readonly losses: readonly Loss[]
  readonly notes?: readonly Loss[]
}

/** The account of all files that a collection became. */
export function reportOf({ items }: Collection, written: readonly WrittenPart[]): ConversionReport {
  return {
    requests: requestCount(items),
    created: written.reduce((sum, { created }) => sum + created, 0),
    merged: [],
    skipped: [],
    losses: written.flatMap(({ losses }) => losses),
    notes: written.flatMap(({ notes = [] }) => notes),
  }
}
