import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { environment, median } from '../measure.mjs'
import { Skipped } from '../peers.mjs'
import { clients } from './clients.mjs'
import { startNginx } from './nginx.mjs'

/** Milliseconds between two looks at how much memory a client takes. */
const interval = 20

/**
 * Has two clients put load on the same nginx in turn, A B A B ..., and gives the median of the pairs' ratios and that of each side:
 * the CPU time of a request in microseconds (`request`), or the client's peak memory in KiB (`memory`). Threads and children
 * of a client count. Throws where one did not get as many good answers as it was to, by its own count and by that of nginx.
 */
export async function compareClients({ ours, theirs }, figure, pairs) {
  if (process.platform !== 'linux') throw new Skipped('the memory of a process is read from /proc')
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
  let nginx
  try {
    nginx = await startNginx(folder)
    const measured = { ours: [], theirs: [] }
    for (let pair = 0; pair < pairs; pair++)
      for (const [side, { client, ...load }] of Object.entries({ ours, theirs }))
        measured[side].push((await measureClient(client, { ...load, folder }, nginx))[figure])
    const ratios = measured.ours.map((value, index) => value / measured.theirs[index])
    return { ratio: median(ratios), ours: median(measured.ours), theirs: median(measured.theirs) }
  } finally {
    nginx?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureClient(name, load, nginx) {
  const { command, answered, statuses = [0], isTimed = false } = clients[name]
  await nginx.taken()
  const { status, output, errors, cpu, memory } = await runMeasured(
    command({ ...load, url: nginx.url }),
    load.folder,
  )
  if (!statuses.includes(status)) throw new Error(`${name} ended with ${status}: ${errors.split('\n')[0]}`)
  const count = answered(output)
  const taken = await nginx.taken()
  if (!isTimed && count !== load.requests)
    throw new Error(`${name} sent ${count} of ${load.requests} requests`)
  const most = isTimed ? count + load.callers : count
  if (!(taken >= count && taken <= most))
    throw new Error(`${name} tells of ${count} requests, nginx of ${taken}`)
  return { request: (cpu * 1000) / count, memory }
}

/**
 * Runs a program to its end in a folder. Gives its status, what it printed, what it and its children took of the processors in
 * milliseconds, and the sum of their peak memory in KiB, as it was at most an interval before each of them ended.
 */
async function runMeasured({ program, args }, folder) {
  const script = 'TIMEFORMAT="%3U %3S"; exec 3>&2 2>"$ERRORS"; { time "$@" 2>&3; } 3>&3'
  const times = path.join(folder, 'times')
  const child = spawn('bash', ['-c', script, 'time', program, ...args], {
    cwd: folder,
    env: { ...environment, ERRORS: times },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const peaks = new Map()
  const looking = setInterval(() => {
    for (const id of childrenOf(child.pid)) peaks.set(id, peakOf(id) ?? peaks.get(id) ?? 0)
  }, interval)
  try {
    const [[status], output, errors] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    const [user, system] = readFileSync(times, 'utf8').trim().split('\n').at(-1).split(' ').map(Number)
    const memory = [...peaks.values()].reduce((sum, peak) => sum + peak, 0)
    return { status, output, errors, cpu: (user + system) * 1000, memory }
  } finally {
    clearInterval(looking)
  }
}

/** The processes that one has started, and those that they have, and so on. */
function childrenOf(pid) {
  return threadsOf(pid).flatMap(thread => {
    const children = read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean)
    return children.flatMap(child => [child, ...childrenOf(child)])
  })
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Undefined where it has ended. */
function peakOf(pid) {
  const [, peak] = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`)) ?? []
  return peak === undefined ? undefined : Number(peak)
}

/** The text of a file of /proc; empty where the process has ended. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
