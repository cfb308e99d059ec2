import path from 'node:path'
import { readWithPlaces, type UnreadFile, type YamlSource } from '../../document/index.ts'
import { hasBraces } from '../../template/template.ts'
import type { DocumentPath } from '../../model/span.ts'
import { isObject } from '../../util/is-json.ts'
import { bodyKeys, type Contents, contentsOf } from './contents.ts'
import { type FileIn, type Instead, standsThere, withFiles } from './with-files.ts'

/** Contents that stand in a document, and where their file is named. */
interface Placed {
  readonly at: DocumentPath
  readonly from: DocumentPath
  /** The document of the file, where something in it is filled in. */
  source?: YamlSource
}

/** Characters above which no places in a file are looked for. */
const longest = 1_000_000

/** A suite with the contents of files in the place of their names; a problem in one is told where it stands there. */
export async function withFilesReadIn(source: YamlSource): Promise<YamlSource> {
  if (!isObject(source.value) || source.problems.length > 0) return source
  const folder = path.dirname(source.file)
  const unread: UnreadFile[] = []
  const placed: Placed[] = []
  const looked: Promise<unknown>[] = []
  const read = (file: FileIn, keys: (contents: Contents) => Instead): Instead => {
    const { name, path: from, owner } = file
    const contents = contentsOf(name, folder)
    if ('reason' in contents) {
      unread.push({ name, path: from, ...contents })
      return undefined
    }
    const instead = keys(contents)
    const [first] = instead ?? []
    if (first === undefined || standsThere(first, file)) return undefined
    const place: Placed = { at: [...owner, first[0]], from }
    placed.push(place)
    if (contents.isJson && hasBraces(contents.text) && contents.text.length < longest)
      looked.push(
        readWithPlaces(contents.text, path.resolve(folder, name), '').then(document => {
          if (document.problems.length === 0) place.source = document
        }),
      )
    return instead
  }
  const value = withFiles(source.value, {
    body: (file, isRequest) => read(file, contents => bodyKeys(contents, isRequest)),
    expected: (file, operator) => {
      if (file.beside[operator] === undefined) return read(file, contents => [[operator, contents.value]])
      const words = `"${file.key}" is "${operator}" with what a file holds, which stands here, too`
      unread.push({ name: file.name, path: file.path, reason: 'twice', words })
      return undefined
    },
  })
  await Promise.all(looked)
  return placed.length + unread.length === 0
    ? source
    : { ...placedSource(source, placed), value, readIn: { written: source.value, unread } }
}

/** Places in contents are those of their file, or where it is named. */
function placedSource(source: YamlSource, placed: readonly Placed[]): YamlSource {
  const spanBy =
    (which: 'spanOf' | 'keySpanOf'): YamlSource['spanOf'] =>
    asked => {
      const found = placed.find(({ at }) => at.every((part, index) => part === asked[index]))
      if (found === undefined) return source[which](asked)
      const inside = asked.slice(found.at.length)
      return inside.length === 0 || found.source === undefined
        ? source.spanOf(found.from)
        : found.source[which](inside)
    }
  const texts = new Map(placed.flatMap(({ source: one }) => (one === undefined ? [] : [[one.file, one]])))
  return {
    ...source,
    spanOf: spanBy('spanOf'),
    keySpanOf: spanBy('keySpanOf'),
    lineText: (line, file) => (texts.get(file ?? '') ?? source).lineText(line),
  }
}
