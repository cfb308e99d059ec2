import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

const preload = path.resolve(import.meta.dirname, 'programs/peak-memory.cjs')

/**
 * Runs two commands in turn, A B A B ..., after one run of each that does not count. Gives the median of the pairs'
 * ratios and the median of each side: milliseconds of the whole process by the clock (`ms`), or of processors that it took
 * (`CPU ms`, and outside of the kernel `user ms`), or KiB of its peak memory. Commands run in `folder`, unless one names its
 * own, and so out of reach of the project's own configuration. What starts have compiled is kept for these pairs alone: code that
 * larger work has left makes the start of a small one slower.
 */
export async function measurePairs({ ours, theirs }, { pairs, unit, folder, afterRun }) {
  const measured = { ours: [], theirs: [] }
  const cache = mkdtempSync(path.join(folder, 'cache-'))
  for (let pair = 0; pair <= pairs; pair++)
    for (const [side, command] of Object.entries({ ours, theirs })) {
      const value = measureOnce({ folder, cache, ...command }, unit)
      await afterRun(side)
      if (pair > 0) measured[side].push(value)
    }
  return {
    ratio: median(measured.ours.map((value, index) => value / measured.theirs[index])),
    ours: median(measured.ours),
    theirs: median(measured.theirs),
  }
}

/** Measures the cost of one run of a command, in its folder; units as above. */
export function measureOnce(command, unit) {
  return measures[unit](command)
}

const measures = {
  ms: duration,
  KiB: peakMemory,
  'CPU ms': command => {
    const { user, system } = processorTime(command)
    return user + system
  },
  'user ms': command => processorTime(command).user,
}

function duration(command) {
  const started = performance.now()
  run(command, {})
  return performance.now() - started
}

function peakMemory(command) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'apitest-bench-')), 'peak')
  run(command, { NODE_OPTIONS: `--require=${preload}`, BENCH_PEAK_MEMORY: file })
  return Number(readFileSync(file, 'utf8'))
}

/** Measures the processor time of a process and its children, in milliseconds; to the millisecond. */
function processorTime({ program, args, folder, cache }) {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" 2>/dev/null'
  const { stderr } = run(
    { program: 'bash', args: ['-c', script, 'time', program, ...args], folder, cache },
    {},
  )
  const [user, system] = stderr.toString().trim().split('\n').at(-1).split(' ')
  return { user: Number(user) * 1000, system: Number(system) * 1000 }
}

/**
 * The environment of both sides. Certificates would cost 36 ms at every start of Node 20, and nobody is to be told that
 * Step CI ran.
 */
export const environment = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: undefined,
  NODE_OPTIONS: undefined,
  STEPCI_DISABLE_ANALYTICS: '1',
}

/** A command that does not succeed would measure nothing. */
function run({ program, args, folder, cache }, more) {
  const { status, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: { ...environment, ...(cache === undefined ? {} : { XDG_CACHE_HOME: cache }), ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0)
    throw new Error(
      `${program} ${args.join(' ')} ended with ${status}: ${error?.message ?? firstLine(stderr)}`,
    )
  return { stderr }
}

function firstLine(output) {
  return output.toString().trim().split('\n')[0]
}

/** The middle value, or the middle between two. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
