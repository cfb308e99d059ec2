import { fstatSync } from 'node:fs'
import path from 'node:path'
import { watch as watchFiles } from 'chokidar'
import type { Interrupts } from './interrupts.ts'
import { print, printAside } from './print.ts'
import { reasonOf } from '../util/reason-of.ts'
import { realPath } from '../util/is-within.ts'
import { isSameFile, statusOf } from '../util/status-of.ts'
import { placeOf } from '../util/whole-file.ts'

/** Below a watched folder, folders and files that make no run worth repeating; a watched folder itself may be in one. */
const ignored = /(^|[/\\])(node_modules|\.git|\.gitignore|\.tool|\.apitest-saved)([/\\]|$)/

/** Folders come and go with the files in them. */
const fileEvents = ['add', 'change', 'unlink']

/** How long the files must be quiet before a run starts, in milliseconds. */
const quietTime = 100

/** The same while a run goes on, which tells of a file that it writes only when the step has ended. */
const quietTimeInRun = 500

/**
 * The files that are watched, and the files and folders that the runs themselves write, where links lead. All paths are
 * absolute.
 */
export interface Watched {
  readonly files: readonly string[]
  readonly written: ReadonlySet<string>
}

/**
 * Runs at once, then again after every change, until interrupted. A change ends the run it overtakes. `run` gets the
 * files (absolute) that have changed since the last run that came to its end; the first time none.
 */
export async function watch(
  { files, written }: Watched,
  { interrupt }: Interrupts,
  run: (overtaken: AbortSignal, changed?: readonly string[]) => Promise<number>,
): Promise<number> {
  const watcher = watchFiles(files.map(folderOf), {
    ignored: file => !isWatched(path.resolve(file), files),
    ignoreInitial: true,
  })
  // A folder that cannot be watched, for want of rights or handles, must not end the runs.
  watcher.on('error', error => {
    const reason = reasonOf(error)
    printAside(`apitest: not everything can be watched: ${reason}\n`)
  })
  // Before that a file that is written anew may go unseen.
  const ready = new Promise<void>(resolve => {
    watcher.once('ready', resolve)
    interrupt.addEventListener('abort', () => {
      resolve()
    })
  })
  let exitCode = 0
  let since: readonly string[] | undefined
  const interrupted = (): boolean => interrupt.aborted
  while (!interrupted()) {
    const overtaken = new AbortController()
    let isRunning = true
    const changed = nextChange(watcher, written, interrupt, () => (isRunning ? quietTimeInRun : quietTime))
    void changed.then(() => {
      overtaken.abort()
    })
    exitCode = await run(overtaken.signal, since)
    isRunning = false
    const isWhole = !overtaken.signal.aborted
    await ready
    if (!interrupted()) print('\nWaiting for a change; Ctrl-C ends.\n')
    const files = await changed
    since = isWhole ? files : since && [...since, ...files]
  }
  await watcher.close()
  return exitCode
}

/** A file is watched through its folder: one that is deleted and written anew would be lost otherwise. */
function folderOf(file: string): string {
  return statusOf(file)?.isDirectory() === true ? file : path.dirname(file)
}

/** True where a path is one of `files`, below one of them, or the folder that one is watched through. */
export function isWatched(candidate: string, files: readonly string[]): boolean {
  return files.some(
    file =>
      candidate === file ||
      candidate === path.dirname(file) ||
      (candidate.startsWith(file + path.sep) && !ignored.test(candidate.slice(file.length))),
  )
}

/** True where the runs write a file, as a report of theirs or as what the shell has opened: `apitest . --watch > log`. */
function isWritten(file: string, written: ReadonlySet<string>): boolean {
  const place = realPath(placeOf(file))
  return [...written].some(own => place === own || place.startsWith(own + path.sep)) || isPrintedTo(place)
}

function isPrintedTo(file: string): boolean {
  const found = statusOf(file)
  return found !== undefined && [1, 2].some(descriptor => isSameFile(found, fstatSync(descriptor)))
}

function nextChange(
  watcher: ReturnType<typeof watchFiles>,
  written: ReadonlySet<string>,
  interrupt: AbortSignal,
  quiet: () => number,
): Promise<readonly string[]> {
  return new Promise(resolve => {
    const files = new Set<string>()
    let timer: NodeJS.Timeout | undefined
    const done = (): void => {
      watcher.off('all', onChange)
      interrupt.removeEventListener('abort', done)
      resolve([...files])
    }
    const settle = (): void => {
      // A run tells of a file when it has written it.
      for (const file of files) if (isWritten(file, written)) files.delete(file)
      if (files.size > 0) done()
    }
    const onChange = (event: string, file: string): void => {
      if (!fileEvents.includes(event) || isWritten(path.resolve(file), written)) return
      files.add(path.resolve(file))
      clearTimeout(timer)
      timer = setTimeout(settle, quiet())
    }
    watcher.on('all', onChange)
    interrupt.addEventListener('abort', done)
    if (interrupt.aborted) done()
  })
}
