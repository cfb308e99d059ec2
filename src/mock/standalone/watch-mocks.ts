import path from 'node:path'
import { watch } from 'chokidar'

/** How long the files must be quiet before they are read, in milliseconds. */
const quietTime = 100

/** Folders below a watched one whose files describe no mock. */
const ignored = /(?:^|[/\\])(?:node_modules|\.git|\.tool)(?:[/\\]|$)/

/** Folders in which documents lie that others refer to are looked into so deep. */
const depth = 3

/**
 * Tells of every change of files (absolute), and of the documents below their folders, to which descriptions refer. The answer ends
 * it, and resolves when it has begun.
 */
export async function watchMocks(
  files: readonly string[],
  changed: () => void,
): Promise<() => Promise<void>> {
  const folders = [...new Set(files.map(file => path.dirname(file)))]
  const known = new Set(files)
  const isOwn = (file: string): boolean => known.has(file) || /\.(?:json|ya?ml)$/i.test(file)
  const isIgnored = (file: string): boolean =>
    folders.every(folder => ignored.test(path.relative(folder, file)))
  const watcher = watch(folders, { ignored: isIgnored, ignoreInitial: true, depth })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_, file) => {
    if (!isOwn(path.resolve(file))) return
    clearTimeout(timer)
    timer = setTimeout(changed, quietTime)
  })
  // A file that cannot be watched is not worth the end of the mocks.
  watcher.on('error', () => undefined)
  await new Promise<void>(resolve => watcher.once('ready', resolve))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
  }
}
