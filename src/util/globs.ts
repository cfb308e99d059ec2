import { existsSync } from 'node:fs'
import path from 'node:path'
import { lazyPart } from './lazy-part.ts'

const globs = lazyPart(async () => (await import('picomatch')).default)

/** The folder in which everything lies that a path (absolute) may name; itself where it is no glob. */
export function rootOf(named: string): string {
  const segments = named.split(path.sep)
  // Folders that are there may have such signs in their names.
  const missing = segments.findIndex(
    (_, index) => !existsSync(segments.slice(0, index + 1).join(path.sep) || path.sep),
  )
  const first = segments.findIndex(
    (segment, index) => missing >= 0 && index >= missing && globSign.test(segment),
  )
  return first < 0 ? named : segments.slice(0, first).join(path.sep) || path.sep
}

/** Changes a path in a list of suites, and keeps the mark in front of one that is left out. */
export function inList(given: string, change: (named: string) => string): string {
  return given.startsWith('!') ? `!${change(given.slice(1))}` : change(given)
}

/** A list of paths and globs, apart by what each does. */
export interface PathList {
  /** As they are written: all that name something. */
  readonly named: readonly string[]
  /** As they are written, with their mark: all that leave something out again. */
  readonly leavingOut: readonly string[]
  /** True for a file (absolute) that is left out again. May call `lazyPart`. */
  readonly isLeftOut: (file: string) => boolean
}

/** Reads a list whose paths count from a folder. Behind `!` stands what is left out, unless there is a file of that name. */
export function readPathList(paths: readonly string[], folder: string): PathList {
  const leavesOut = (given: string): boolean =>
    given.startsWith('!') && !existsSync(path.resolve(folder, given))
  const leavingOut = paths.filter(leavesOut)
  let matchers: readonly ((file: string) => boolean)[] | undefined
  return {
    named: paths.filter(given => !leavesOut(given)),
    leavingOut,
    isLeftOut: file => {
      matchers ??= leavingOut.map(given => matcherOf(path.resolve(folder, given.slice(1))))
      return matchers.some(isMatch => isMatch(file))
    },
  }
}

const globSign = /[*?[\]{}]/

/** Tells which files (absolute) a glob (absolute) names, or a folder that it names holds. May call `lazyPart`. */
export function matcherOf(glob: string): (file: string) => boolean {
  const root = rootOf(glob)
  const [pattern, ...below] = [glob, path.join(glob, '**')].map(one =>
    path.relative(root, one).replaceAll(path.sep, '/'),
  )
  if (pattern === '') return file => file === glob || file.startsWith(glob + path.sep)
  const isMatch = globs()([pattern ?? '', ...below], { dot: true })
  return file => {
    const way = path.relative(root, file).replaceAll(path.sep, '/')
    return !way.startsWith('..') && isMatch(way)
  }
}
