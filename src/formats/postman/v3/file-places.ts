import path from 'node:path'
import { text } from '../../../util/read-values.ts'

/** Names of files in folders that nothing else has, whatever the case of their letters. */
export class FilePlaces {
  readonly #taken = new Set<string>()

  /** The name that a part had, where it may still have it: in `folder`, and nothing else there. */
  keep(name: unknown, folder: string, ending: RegExp): string | undefined {
    const former = text(name)
    if (former === undefined || !isInside(former) || !ending.test(former)) return undefined
    const isThere = folder === '' ? true : former.startsWith(`${folder}/`)
    return isThere && this.#take(former) ? former : undefined
  }

  /** A name like that of a part, with a number behind it where that is needed. */
  give(name: string, folder: string, ending: string): string {
    const stem = fileStem(name)
    for (let number = 0; ; number++) {
      const file = path.posix.join(folder, `${stem}${number === 0 ? '' : `-${number}`}${ending}`)
      if (this.#take(file)) return file
    }
  }

  #take(file: string): boolean {
    const key = file.toLowerCase()
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }
}

/** True for a name that leads nowhere but into what is written. */
export function isInside(name: string): boolean {
  return path.posix.normalize(name) === name && !/^(?:\.\.(?:\/|$)|\/|\w:)|\\/.test(name)
}

/** More characters than that, with folders in front of them, some systems have no room for. */
const longest = 100

/** A name as that of a file, as Postman makes it: what files may not have in their names is a hyphen. */
function fileStem(name: string): string {
  const plain = name
    // eslint-disable-next-line no-control-regex -- no file has them in its name.
    .replace(/[/\\:*?"<>|\x00-\x1f]/g, '-')
    .replace(/^\./, '-')
  const stem = Array.from(plain).slice(0, longest).join('').trim().replace(/\.+$/, '')
  return stem === '' ? 'Untitled' : stem
}
