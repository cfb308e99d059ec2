import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The program of that name, which a package of Debian may have put beside the path; undefined when it is missing. Folders
 * to look in before all others may be given.
 */
export function findProgram(name: string, first: readonly string[] = []): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const folders = [...first, ...onPath, '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file))
}

/** Programs that are quick, and on nearly every machine. */
const everyday = new Set(['openssl', 'zstd'])

/** Why tests that need a program are skipped, or false when they need not be: an option of `test`. */
export function without(name: string): false | string {
  return (
    (!everyday.has(name) && laterTier(name)) ||
    (findProgram(name) === undefined && `${name} is not installed; run scripts/install-parts.sh as root.`)
  )
}

/** Ends the reason for which tests of the second tier are skipped in the first. */
export const laterTierMark = 'runs in npm run test:all.'

/**
 * Why a test that runs a tool besides Node is skipped while only the first tier runs, the one of `npm test`; false in the second.
 * Whoever looks for a tool asks this first.
 */
export function laterTier(tool: string): false | string {
  return isFirstTier && `${tool} ${laterTierMark}`
}

const isFirstTier = process.env['APITEST_TIER'] === '1'

/** Of long lists of cases that are alike, the first tier tries one in so many; the second tries all. */
const oneIn = 7

/** The cases of a long list that are tried, from all over it. */
export function shareOf<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, index) => isOfShare(index))
}

/** True for a case of a long list that is tried, by its number. */
function isOfShare(index: number): boolean {
  return !isFirstTier || index % oneIn === 0
}

/** How many of so many random cases are tried. */
export function shareOfCount(count: number): number {
  return isFirstTier ? Math.ceil(count / oneIn) : count
}

/** Why a case of a list of tests is left to the second tier; false where it is tried in both. */
export function leftToLaterTier(index: number): false | string {
  return !isOfShare(index) && `The rest of such cases ${laterTierMark}`
}
