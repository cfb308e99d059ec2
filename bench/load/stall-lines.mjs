import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { findPeer, Skipped } from '../peers.mjs'
import { check, milliseconds } from './checks.mjs'
import { loadFigures, writeItemSuite } from './run-program.mjs'
import { startSlowServer } from './start-slow-server.mjs'

const rate = 200
const seconds = 10
const atRate = ['--rate', `${rate}/s`, '--for', `${seconds}s`]
const quick = { fixed: 1 }

/** The cause of a wait as it is told: of the server, or of the machine that puts the load on. */
export const stallLines = { stall: stallLine, starved: starvedLine }

/**
 * A server that answers in a millisecond stands still once for two seconds, from the request of the fourth second on. Of 2000
 * requests the twentieth that waited longest was to begin 95 ms after that one.
 */
async function stallLine(folder) {
  const stall = { at: rate * 4, for: 2000 }
  const { all, wait } = await measure({ ...quick, stall }, folder)
  return [
    check('requests', String(rate * seconds), String(all.requests), all.requests === rate * seconds),
    check('latency p99', 'at least 1900 ms', milliseconds(all.latency.p99), all.latency.p99 >= 1900),
    check('latency p50', 'at most 5 ms', milliseconds(all.latency.p50), all.latency.p50 <= 5),
    check('service p99', 'beside it', milliseconds(all.service.p99), true),
    check('wait for a caller p99', 'beside it', milliseconds(wait.p99), true),
  ]
}

/**
 * The same server without a stall, asked by a generator that shares its core with four loops that never rest: once as one of
 * equals, and once as the last of them.
 */
async function starvedLine(folder) {
  if (availableParallelism() < 2) throw new Skipped('the server needs a core of its own')
  const { program } = findPeer('taskset')
  const pinned = core => [program, '-c', String(core)]
  const [taskset, ...flags] = pinned(0)
  const loop = [process.execPath, '-e', 'for (;;);']
  const loops = Array.from({ length: 4 }, () => spawn(taskset, [...flags, ...loop], { stdio: 'ignore' }))
  try {
    const checks = []
    for (const niceness of [0, 10]) {
      const before = { server: pinned(1), ours: [...pinned(0), 'nice', '-n', String(niceness)] }
      const { all, lag, verdict, status } = await measure(quick, folder, before)
      const told = `${milliseconds(lag.p99)}, of latency ${milliseconds(all.latency.p99)}`
      checks.push(
        check(`niceness ${niceness}: verdict`, 'unreliable', verdict, verdict === 'unreliable'),
        check(`niceness ${niceness}: exit code`, '3', String(status), status === 3),
        check(`niceness ${niceness}: p99 of lag`, 'beside it', told, true),
      )
    }
    return checks
  } finally {
    for (const one of loops) one.kill('SIGKILL')
  }
}

async function measure(options, folder, before = {}) {
  const server = await startSlowServer(options, before.server)
  try {
    return await loadFigures(folder, [writeItemSuite(folder, server.url), ...atRate], before.ours)
  } finally {
    server.stop()
  }
}
