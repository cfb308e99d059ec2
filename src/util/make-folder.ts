import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those that lead to it. Rejects with the system's error when one cannot be made. (Node's own
 * `recursive` never ends where a parent exists in which nothing can be made, such as /proc.)
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent)
    await mkdir(folder)
  }
}
