import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Folders that nobody keeps files of their own in. */
const passedOver = new Set(['node_modules', '.git', '.tool'])

/**
 * The names of what is wanted in a folder and below it and is no folder, links among them, with forward slashes and in alphabetical order;
 * or why one of its folders cannot be looked into: leaving it out would hide files.
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): readonly string[] | Error {
  try {
    return namesBelow(folder, '', isWanted)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error
    throw error
  }
}

function namesBelow(folder: string, below: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return passedOver.has(entry.name) ? [] : namesBelow(folder, name, isWanted)
      return isWanted(name) ? [name] : []
    })
}
