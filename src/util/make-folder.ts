import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those that lead to it. Rejects with the system's error when one cannot be made. (Node's own
 * `recursive` never ends where a parent exists in which nothing can be made, such as /proc.)
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdirUnlessThere(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent)
    // Somebody else may have made it meanwhile.
    await mkdirUnlessThere(folder)
  }
}

async function mkdirUnlessThere(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
}
