import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import type { SeenRequest } from '../../actions/http/testing/http-server.ts'

/** Every file below a folder with what is in it, every folder, and every link. */
export async function treeOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const tree = entries.map(async entry => {
    const file = path.join(entry.parentPath, entry.name)
    const content = entry.isFile()
      ? await readFile(file, 'latin1')
      : entry.isSymbolicLink()
        ? `to ${await readlink(file)}`
        : 'folder'
    return [path.relative(folder, file), content] as const
  })
  return Object.fromEntries((await Promise.all(tree)).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The effects that an action really had. */
export interface Deed {
  /** Requests that a server got, as `POST /path`. */
  readonly sent: readonly string[]
  /** Paths in the project that are new, gone or different. */
  readonly changed: readonly string[]
}

export const nothing: Deed = { sent: [], changed: [] }

/** The effects on a server and a folder while something is done. */
export async function deedOf(
  folder: string,
  seen: readonly SeenRequest[],
  action: () => Promise<unknown>,
): Promise<Deed> {
  const [count, before] = [seen.length, await treeOf(folder)]
  await action()
  const after = await treeOf(folder)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    sent: seen.slice(count).map(({ method, url }) => `${method} ${url}`),
    changed: names.filter(name => before[name] !== after[name]),
  }
}
