import { median } from '../measure.mjs'
import { check } from './checks.mjs'
import { loadFigures, writeItemSuite } from './run-program.mjs'
import { startSlowServer } from './start-slow-server.mjs'

/**
 * The course that load takes beside the one that was drawn: of a rate, as the server sees it; of callers, as apitest
 * tells.
 */
export const courseLines = { 'ramp-up': rampUpLine, stages: stagesLine, callers: callersLine }

/** The rate rises for ten seconds, and two more are left, for it must rise before the end. */
async function rampUpLine(folder) {
  const stages = [
    { from: 0, to: 200, over: 10 },
    { from: 200, to: 200, over: 2 },
  ]
  return rateChecks(folder, '', ['--rate', '200/s', '--ramp-up', '10s', '--for', '12s'], stages)
}

async function stagesLine(folder) {
  const stages = [
    { from: 0, to: 200, over: 5 },
    { from: 200, to: 200, over: 3 },
    { from: 200, to: 0, over: 5 },
  ]
  const written = stages.map(({ to, over }) => `{ to: ${to}/s, over: ${over}s }`)
  return rateChecks(folder, `{ stages: [${written.join(', ')}] }`, [], stages)
}

/** Callers of a server so slow that each is always waiting for an answer. */
async function callersLine(folder) {
  const callers = 50
  const rise = 10
  const server = await startSlowServer({ fixed: 100 })
  try {
    const load = ['--callers', String(callers), '--ramp-up', `${rise}s`, '--for', `${rise + 2}s`]
    const { seconds } = await loadFigures(folder, [writeItemSuite(folder, server.url), ...load])
    return seconds.slice(0, rise).map(second => {
      const line = Math.min(callers, (callers * second.at) / (rise * 1000))
      return nearLine(`callers after ${(second.at / 1000).toFixed(2)} s`, line, second.callers)
    })
  } finally {
    server.stop()
  }
}

/** How many requests came in each second, beside the area below the line. */
async function rateChecks(folder, load, args, stages) {
  const server = await startSlowServer({ fixed: 1 })
  try {
    await loadFigures(folder, [writeItemSuite(folder, server.url, load), ...args])
    const { arrivals } = await server.figures()
    // The first request is the latest of all, since much is done for the first time.
    const start = median(arrivals.map((time, number) => time - 1000 * timeOf(stages, number)))
    return Array.from({ length: lengthOf(stages) }, (_, second) => {
      const count = arrivals.filter(time => Math.max(0, Math.floor((time - start) / 1000)) === second).length
      return nearLine(
        `requests of second ${second + 1}`,
        begun(stages, second + 1) - begun(stages, second),
        count,
      )
    })
  } finally {
    server.stop()
  }
}

/** Within 5 % of the line, or one where that is less than one. */
function nearLine(what, expected, measured) {
  const allowed = Math.max(1, expected * 0.05)
  return check(
    what,
    `${expected.toFixed(1)} ± ${allowed.toFixed(1)}`,
    String(measured),
    Math.abs(measured - expected) <= allowed,
  )
}

function lengthOf(stages) {
  return stages.reduce((sum, { over }) => sum + over, 0)
}

/** The second at which the iteration with a number from 0 is to begin, found by halving. */
function timeOf(stages, number) {
  let low = 0
  let high = lengthOf(stages)
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2
    if (begun(stages, middle) < number) low = middle
    else high = middle
  }
  return high
}

/** How many iterations are to begin in the first seconds. */
function begun(stages, seconds) {
  let sum = 0
  let start = 0
  for (const { from, to, over } of stages) {
    const time = Math.min(Math.max(seconds - start, 0), over)
    sum += from * time + ((to - from) * time ** 2) / (2 * over)
    start += over
  }
  return sum
}
