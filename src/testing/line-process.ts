import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { runInThisContext } from 'node:vm'
import type { Finished } from './run-program.ts'

/** A command line, what follows `apitest`, with the whole of its environment. */
export interface Line {
  readonly words: readonly string[]
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  /** True where its output is told at once, and `Said` is its standard input, which is empty otherwise. */
  readonly converses?: true
}

/** A piece of the standard input of the line that runs; null ends it. */
export interface Said {
  readonly said: string | Uint8Array | null
}

/** A piece of the output of a line that converses, as it is printed. */
export interface Heard {
  readonly stream: 'output' | 'errors'
  readonly bytes: Uint8Array
}

type Main = (words: readonly string[]) => Promise<void>
type Chunk = (module: object, require: (name: string) => unknown, file: string) => void

// A process that runs command lines of the built program one after the other, in the order in which it is sent them.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
const main = builtMain(path.resolve('dist/program'))
// The program starts itself again where something is to go on in the background.
process.argv[1] = path.resolve('bin/apitest.cjs')
let last = Promise.resolve()
let input = new PassThrough()
process.on('message', (message: Line | Said) => {
  if ('said' in message) {
    if (message.said === null) input.end()
    else input.write(message.said)
    return
  }
  // The first of its input may come in the same moment.
  const own = new PassThrough()
  input = own
  last = last
    .then(() => run(message, own))
    .then(
      finished => void process.send?.(finished),
      (error: unknown) => {
        process.send?.({ broken: error instanceof Error ? error.message : String(error) }, () =>
          process.exit(1),
        )
      },
    )
})
process.on('disconnect', () => {
  process.exit()
})

async function run(
  { words, folder, environment, converses }: Line,
  standardInput: Readable,
): Promise<Finished> {
  process.chdir(folder)
  process.env = environment
  if (converses === true)
    Object.defineProperty(process, 'stdin', { value: standardInput, configurable: true })
  const [output, errors] = [capture('output', converses), capture('errors', converses)]
  const before = process.getActiveResourcesInfo()
  await main(words)
  await nothingLeft(words, before)
  const finished = { output: output(), errors: errors(), exitCode: Number(process.exitCode ?? 0) }
  process.exitCode = 0
  return finished
}

/** Waits until nothing is left that would keep a process of its own from ending; throws when something stays. */
async function nothingLeft(words: readonly string[], before: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (process.getActiveResourcesInfo().length <= before.length) return
    await setTimeout(20)
  }
  const left = [...process.getActiveResourcesInfo(), ...openSockets()].join(', ')
  throw new Error(`apitest ${words.join(' ')} would not end: ${left} beside ${before.join(', ')}`)
}

/** The ports at both ends of the sockets that are open, which tell whose they are. */
function openSockets(): readonly string[] {
  const known = process as unknown as { _getActiveHandles(): readonly unknown[] }
  return known
    ._getActiveHandles()
    .flatMap(one =>
      one instanceof Socket && one.remotePort !== undefined
        ? [`${String(one.localPort)} to ${one.remotePort} (${one.readyState})`]
        : [],
    )
}

/** Keeps what is written to a stream from now on, or tells it at once; the function returned ends that, and answers with what is kept. */
function capture(name: Heard['stream'], isTold: boolean | undefined): () => string {
  const stream = name === 'output' ? process.stdout : process.stderr
  const chunks: Buffer[] = []
  const write = stream.write.bind(stream)
  stream.write = (chunk: string | Uint8Array, ...more: readonly unknown[]) => {
    const bytes = Buffer.from(chunk as string)
    if (isTold === true) process.send?.({ stream: name, bytes } satisfies Heard)
    else chunks.push(bytes)
    const written = more.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }
  return () => {
    stream.write = write
    return Buffer.concat(chunks).toString()
  }
}

/**
 * Loads the main function of the bundle's first file. It is loaded as `src/cli/start.cjs` does, without a cache of
 * compiled code.
 */
function builtMain(program: string): Main {
  const { files } = JSON.parse(readFileSync(path.join(program, 'build.json'), 'utf8')) as {
    files: Record<string, string>
  }
  const builtIn = createRequire(import.meta.url)
  const chunks: Record<string, Chunk> = {}
  const loaded = new Map<string, { exports: object }>()
  const load = (name: string): object => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    loaded.set(name, module)
    const file = path.join(program, files[name] ?? name)
    if (chunks[name] === undefined)
      Object.assign(chunks, runInThisContext(readFileSync(file, 'latin1'), { filename: file }))
    const require = (request: string): unknown =>
      request.startsWith('./') ? load(path.basename(request)) : builtIn(request)
    chunks[name]?.(module, require, path.join(program, name))
    return module.exports
  }
  return (load('main.js') as { main: Main }).main
}
