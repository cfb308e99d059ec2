import path from 'node:path'
import { watch as watchFiles } from 'chokidar'
import type { RunInput } from '../operations/prepare-run.ts'
import type { Interrupts } from './interrupts.ts'

/** Files whose change makes a run worth repeating: everything near the suites but what a run itself writes. */
const ignored = /(^|[/\\])(node_modules|\.git|\.tool)([/\\]|$)/

/** How long the files must be quiet before a run starts, in milliseconds. */
const quietTime = 100

/** Runs at once, then again after every change, until interrupted. A change ends the run it overtakes. */
export async function watch(
  { paths, data, configurationFile, workingFolder }: RunInput,
  { interrupt }: Interrupts,
  run: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const watched = [...paths, data, configurationFile ?? 'apitest.config.yaml'].flatMap(file =>
    file === undefined ? [] : [path.resolve(workingFolder, file)],
  )
  const watcher = watchFiles(watched, { ignored, ignoreInitial: true })
  let exitCode = 0
  const interrupted = (): boolean => interrupt.aborted
  while (!interrupted()) {
    const overtaken = new AbortController()
    const changed = nextChange(watcher, interrupt)
    void changed.then(() => {
      overtaken.abort()
    })
    exitCode = await run(AbortSignal.any([interrupt, overtaken.signal]))
    if (!interrupted()) process.stdout.write('\nWaiting for a change; Ctrl-C ends.\n')
    await changed
  }
  await watcher.close()
  return exitCode
}

function nextChange(watcher: ReturnType<typeof watchFiles>, interrupt: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    let timer: NodeJS.Timeout | undefined
    const done = (): void => {
      watcher.off('all', onChange)
      interrupt.removeEventListener('abort', done)
      resolve()
    }
    const onChange = (): void => {
      clearTimeout(timer)
      timer = setTimeout(done, quietTime)
    }
    watcher.on('all', onChange)
    interrupt.addEventListener('abort', done)
    if (interrupt.aborted) done()
  })
}
