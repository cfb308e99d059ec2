import { lstatSync } from 'node:fs'
import path from 'node:path'
import { isAttached } from './attached-problems.ts'
import { suitesBelow } from '../load/find-suites.ts'
import type { AnyOperation, Preview } from '../operations/operation.ts'
import { type PathIn, partsOf } from '../operations/paths-in.ts'
import { quoted } from '../operations/preview.ts'
import { namedPlaces } from '../operations/suites/marked-text.ts'
import { isList, isObject } from '../util/is-json.ts'
import { digestOfFile } from '../util/digest-of-file.ts'
import { rootOf } from '../util/globs.ts'
import { isWithin, realPath } from '../util/is-within.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'

/**
 * The places that a call reaches besides the files of the project, by the target that each path resolves to, links and
 * dots included.
 */
export interface Reached {
  /** Documents at URLs, files outside of the working folder, and hidden ones in it, such as `.env`. */
  readonly read: readonly string[]
  /** Files and folders in the project that are written, and those outside of it. */
  readonly written: readonly string[]
  readonly outside: readonly string[]
  /** True where one of them was attached. */
  readonly attached: boolean
  /** Of the files that are read, as they are now. */
  readonly digests: readonly string[]
}

/**
 * Takes every path out of what an operation is told: by the marks of its input schema, and out of steps, of which every text may be
 * one. What is asked for at a URL tells something to who is there, and what is wrong in a file is told with its line.
 */
export async function reachedBy(
  { input: schema }: Pick<AnyOperation, 'input'>,
  input: JsonObject,
  workingFolder: string,
): Promise<Reached> {
  const { paths, documents } = partsOf(schema, input)
  const fill = fillingIn(mapping(input['variables']))
  const named = (...uses: readonly PathIn['use'][]): readonly string[] =>
    paths.filter(({ use }) => uses.includes(use)).map(({ written }) => written)
  const changed = isChangingAll(schema, input)
    ? (await namedPlaces([], undefined, { workingFolder, processEnvironment: {} })).slice(1)
    : named('change')
  const written = [...named('write'), ...changed].map(one => ({
    one,
    isInside: isWithin(path.resolve(workingFolder, one), workingFolder),
  }))
  const reads = readsElsewhere(named('read'), fill, workingFolder)
  const others = input['remoteReferences'] === true ? ['the documents that others refer to'] : []
  return {
    read: [...reads, ...documents.flatMap(one => elsewhereIn(one, fill, workingFolder)), ...others],
    written: written.filter(({ isInside }) => isInside).map(({ one }) => one),
    outside: written.filter(({ isInside }) => !isInside).map(({ one }) => one),
    attached: [...named('read'), ...named('change'), ...documents.flatMap(textsIn)].some(one =>
      isAttached(path.resolve(workingFolder, fill(one))),
    ),
    digests: named('read').map(one => digestOfFile(path.resolve(workingFolder, fill(one)))),
  }
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isList(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** Files are changed in their place, and none is named: the suites of the configuration are, and itself. */
function isChangingAll({ properties }: AnyOperation['input'], input: JsonObject): boolean {
  return Object.entries(properties).some(([key, { items }]) => {
    const given = input[key]
    return (
      items?.path === 'change' &&
      given !== undefined &&
      isList(given) &&
      given.length === 0 &&
      input['text'] === undefined
    )
  })
}

type Fill = (written: string) => string

/** Puts variables of the call in place of their placeholders. */
function fillingIn(variables: JsonObject): Fill {
  return written =>
    written.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => text(variables[name]) ?? whole)
}

/** The texts of a step that lead out of the project. */
function elsewhereIn(value: JsonValue, fill: Fill, workingFolder: string, key = ''): readonly string[] {
  if (typeof value === 'string') {
    const filled = fill(value)
    // The value of a variable of another variable, of an environment or of the process is known to nobody here.
    const isUnknown = filled.includes('{{') && fileKeys.has(key)
    // Texts of several lines are bodies and no names.
    const isBody = filled.includes('\n') && !fileKeys.has(key)
    return isUnknown || (!isBody && isElsewhere(filled, workingFolder)) ? [value] : []
  }
  if (isList(value)) return value.flatMap(one => elsewhereIn(one, fill, workingFolder, key))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => elsewhereIn(inner, fill, workingFolder, name))
}

/** Keys of steps that name files. */
const fileKeys: ReadonlySet<string> = new Set([
  ...['proto', 'import-paths', 'descriptor-set', 'file', 'files', 'multipart', 'schema', 'spec'],
  ...['ca', 'certificate', 'key'],
])

/** True where a text, as the name of a file or folder, leads out of the project, or to what is hidden there. */
function isElsewhere(written: string, workingFolder: string): boolean {
  if (/^\s*https?:/i.test(written)) return true
  return placesOf(written, workingFolder).some(file => isHiddenOrOutside(file, workingFolder))
}

/** The files that a text may name: also one of a revision of git, HEAD:openapi.yaml, and a step of a suite, a.apitest.yaml:7. */
function placesOf(written: string, workingFolder: string): readonly string[] {
  const spellings = [written, written.replace(/^[^:/\\]+:/, ''), written.replace(/:\d+$/, '')]
  return spellings.map(one => path.resolve(workingFolder, one))
}

/** Of what is read, that which leads elsewhere by its name, or as a folder by suites in it that are links. */
function readsElsewhere(reads: readonly string[], fill: Fill, workingFolder: string): readonly string[] {
  const outright = new Set(reads.filter(one => isElsewhere(fill(one), workingFolder)))
  const others = reads.filter(one => !outright.has(one))
  // Nothing outside is looked into, and no folder twice.
  const folders = new Set(others.flatMap(one => placesOf(fill(one), workingFolder)))
  const links = linksIn([...folders]).filter(found => isHiddenOrOutside(found, workingFolder))
  const isLinked = (one: string): boolean =>
    placesOf(fill(one), workingFolder).some(place => links.some(link => isBelow(link, rootOf(place))))
  return reads.filter(one => outright.has(one) || isLinked(one))
}

/** True where one path is another or goes on from it, wherever links lead. */
function isBelow(file: string, folder: string): boolean {
  return path.relative(folder, file).split(path.sep)[0] !== '..'
}

/** The suites of folders that are links. */
function linksIn(folders: readonly string[]): readonly string[] {
  const files = new Set(folders.map(rootOf).flatMap(suitesBelow))
  return [...files].filter(file => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true)
}

function isHiddenOrOutside(file: string, workingFolder: string): boolean {
  if (!isWithin(file, workingFolder)) return true
  const inside = path.relative(realPath(workingFolder), realPath(file))
  return inside.split(path.sep).some(part => /^\.[^.]/.test(part) && part !== '.tool')
}

/** The same, said to who is asked; undefined where nothing is. */
export function readingPreview({ read }: Reached): Preview | undefined {
  if (read.length === 0) return undefined
  return { sentences: read.map(one => `Reads ${quoted(one)}`), production: [] }
}
