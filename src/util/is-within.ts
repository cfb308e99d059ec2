import { realpathSync } from 'node:fs'
import path from 'node:path'

/** True where a file lies in a folder, or would if it were there, wherever links lead on the way to it. Both are absolute. */
export function isWithin(file: string, folder: string): boolean {
  const way = path.relative(realPath(folder), realPath(file))
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way)
}

/** Where links lead; of what is not there, as far as something is. */
export function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const parent = path.dirname(file)
    return parent === file ? file : path.join(realPath(parent), path.basename(file))
  }
}
