import path from 'node:path'
import { isSuite } from '../../load/find-suites.ts'
import { type ForeignFormat, foreignFolder, foreignFormat } from '../../parse/foreign/foreign-format.ts'
import { matcherOf, readPathList, rootOf } from '../../util/globs.ts'
import { largestWritten, readText } from '../../util/read-text.ts'
import { statusOf } from '../../util/status-of.ts'
import { namesIn } from '../convert/foreign-source.ts'
import { collectionAround, runsInPlace } from '../convert/importers.ts'

/** The paths of a run, apart by what they name. */
export interface PathsApart {
  /** Absolute: files and folders of other tools that run where they lie. */
  readonly foreign: readonly string[]
  /** True where some are named, if only to be left out again. */
  readonly namesForeign: boolean
  /** As they were given. */
  readonly own: readonly string[]
}

/** Tells files, folders and globs of other tools from those of suites. May call `lazyPart`. */
export function pathsApart(given: readonly string[], workingFolder: string): PathsApart {
  const { named, leavingOut, isLeftOut } = readPathList(given, workingFolder)
  const found = named.map(one => ({ one, files: foreignBelow(path.resolve(workingFolder, one)) }))
  const own = found.flatMap(({ one, files }) => (files.length === 0 ? [one] : []))
  const foreign = new Set(found.flatMap(({ files }) => files))
  return {
    foreign: [...foreign].filter(file => !isLeftOut(file)).sort(),
    namesForeign: foreign.size > 0,
    own: own.length === 0 ? [] : [...own, ...leavingOut],
  }
}

function foreignBelow(absolute: string): readonly string[] {
  if (isSuite(absolute)) return []
  const status = statusOf(absolute)
  if (status?.isFile() === true) return isForeign(absolute) ? [absolute] : []
  const root = rootOf(absolute)
  const isFolder = status?.isDirectory() === true
  if ((!isFolder && root === absolute) || statusOf(root)?.isDirectory() !== true) return []
  const names = namesIn(root)
  // The search for suites tells why.
  if (names instanceof Error) return []
  const files = names.map(name => path.join(root, name))
  if (!isFolder) {
    const isMatch = matcherOf(absolute)
    const matching = files.filter(isMatch)
    return matching.some(isSuite) ? [] : matching.filter(isForeign)
  }
  if (files.some(isSuite)) return []
  const format = foreignFolder(names)
  const way = format === undefined ? undefined : runsInPlace(format)
  return way === 'folder' ? [absolute] : way === 'file' ? files.filter(runsByItself) : []
}

/** True for a file of another tool that runs where it lies, or a request of a collection that does. */
function isForeign(file: string): boolean {
  const format = formatOf(file)
  if (format === undefined) return false
  return runsInPlace(format) === 'file' || collectionAround(format, file) !== undefined
}

/** True for a file of another tool that runs where it lies, whatever is around it. */
function runsByItself(file: string): boolean {
  const format = formatOf(file)
  return format !== undefined && runsInPlace(format) === 'file'
}

function formatOf(file: string): ForeignFormat | undefined {
  const text = readText(file, largestWritten)
  // One that cannot be read is told of by its name, and not passed over.
  return foreignFormat(text instanceof Error ? '' : text, file)
}
