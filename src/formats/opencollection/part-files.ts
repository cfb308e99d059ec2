import path from 'node:path'
import type { UniqueNames } from '../../compile/file-names.ts'
import type { CollectionItem, SavedEnvironment } from '../../model/collection.ts'
import { stepName } from '../../parse/build-step.ts'
import { formerFile } from './kept-part.ts'

/** A file of a collection: under its former name, or under one that is made of what it holds. */
interface PartFile {
  readonly former: string | undefined
  readonly title: string
  readonly ending: string
}

/** The names of the files that parts become. Those that had one before choose first, so that each keeps its own. */
export function fileNamesOf<Part>(
  parts: readonly Part[],
  fileOf: (part: Part) => PartFile,
  names: UniqueNames,
): readonly string[] {
  const files = parts.map(fileOf)
  const kept = files.map(({ former, ending }) =>
    former === undefined ? undefined : names.take(former, ending),
  )
  return files.map(({ title, ending }, index) => kept[index] ?? names.take(plainName(title), ending))
}

/** The folder of a folder, or the file of a request. */
export function itemFile(item: CollectionItem): PartFile {
  const file = formerFile(item.kept) ?? ''
  const isFolder = item.kind === 'folder'
  const former = isFolder
    ? path.posix.basename(path.posix.dirname(file))
    : withoutEnding(path.posix.basename(file))
  return {
    former: ofOthers.test(former) ? undefined : former,
    title: isFolder ? item.name : stepName(item.step),
    ending: isFolder ? '' : '.yml',
  }
}

/** Names that have another meaning: of a folder's own file, of one with everything in it, of the folder around. */
const ofOthers = /^(?:folder|opencollection|\.{0,2})$/i

/** The file of an environment. */
export function environmentFile({ name, kept }: SavedEnvironment): PartFile {
  const [, file] = /(?:^|\/)environments\/([^/]+)$/.exec(formerFile(kept) ?? '') ?? []
  return { former: file === undefined ? undefined : withoutEnding(file), title: name, ending: '.yml' }
}

function withoutEnding(file: string): string {
  return file.replace(/\.\w+$/, '')
}

/** A name of a file that every system takes. */
function plainName(name: string): string {
  const plain = name
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 100)
  return ofOthers.test(plain) ? `${plain}-` : plain
}
