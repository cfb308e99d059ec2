import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { mustBeWritable } from './writable-folders.ts'

/**
 * Makes a folder and those that lead to it. Throws the system's error when one cannot be made. (Node's own
 * `recursive` never ends where a parent exists in which nothing can be made, such as /proc.)
 */
export function makeFolder(folder: string): void {
  mustBeWritable(folder)
  try {
    mkdirUnlessThere(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || parent === folder) throw error
    makeFolder(parent)
    // Somebody else may have made it meanwhile.
    mkdirUnlessThere(folder)
  }
}

function mkdirUnlessThere(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
