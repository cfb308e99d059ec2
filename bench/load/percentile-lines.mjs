import { readFileSync } from 'node:fs'
import path from 'node:path'
import { apitest, peer } from '../commands.mjs'
import { check, within, perSecond } from './checks.mjs'
import { usualPercentiles } from './delays.mjs'
import { loadFigures, runProgram, writeItemSuite } from './run-program.mjs'
import { startSlowServer } from './start-slow-server.mjs'

const rate = 200
const seconds = 20
const atRate = ['--rate', `${rate}/s`, '--for', `${seconds}s`]

/** Percentiles beside those that are known. */
export const percentileLines = { delays: delaysLine, wrk2: wrk2Line, shards: shardsLine }

/** The times of answers by apitest, beside what the server says of them. */
async function delaysLine(folder) {
  const { service, delays, requests } = await measure({}, folder)
  return [
    check('requests', String(rate * seconds), String(requests), requests === rate * seconds),
    check('answers of the server', String(requests), String(delays.length), delays.length === requests),
    ...usualPercentiles.map(percent =>
      within(`service p${percent}`, percentileOf(delays, percent), service[`p${percent}`], 0.02),
    ),
  ]
}

/**
 * The same as wrk2 says. It begins each request up to a millisecond late, as its timers are, and counts that in: the delays are four
 * times as long, and there are connections enough for each to be free again when its next request is due.
 */
async function wrk2Line(folder) {
  const wrk2 = peer('wrk2')
  const options = { factor: 4 }
  const { latency, service } = await measure(options, folder)
  const server = await startSlowServer(options)
  try {
    const load = ['-t1', '-c100', `-R${rate}`, `-d${seconds}s`, '--latency', '--u_latency']
    const args = [...wrk2.args, ...load, `${server.url}/items/17`]
    const { status, output, errors } = await runProgram({ ...wrk2, args }, folder)
    if (status !== 0) throw new Error(`wrk2 ended with ${status}: ${errors.trim()}`)
    const [wrong] = /^ *(Socket errors|Non-2xx).*/m.exec(output) ?? []
    if (wrong !== undefined) throw new Error(`wrk2: ${wrong.trim()}`)
    const [, corrected = '', uncorrected = ''] = output.split(/^ +Latency Distribution/m)
    return [
      ...comparePercentiles('latency', corrected, latency),
      ...comparePercentiles('service', uncorrected, service),
    ]
  } finally {
    server.stop()
  }
}

/** Three parts of a load at the same time, joined, and one that is whole. */
async function shardsLine(folder) {
  const whole = await measure({}, folder)
  const server = await startSlowServer({})
  try {
    const suite = writeItemSuite(folder, server.url)
    const files = [1, 2, 3].map(index => `part-${index}.json`)
    const parts = await Promise.all(
      files.map((file, index) =>
        loadFigures(folder, [suite, ...atRate, '--shard', `${index + 1}/3`, '--reporter', `json=${file}`]),
      ),
    )
    const unusable = parts.find(({ verdict }) => verdict !== 'part')
    if (unusable !== undefined)
      throw new Error(`a part was ${unusable.verdict}: ${unusable.reasons.join(' ')}`)
    const { status, errors } = await runProgram(
      apitest('merge-reports', ...files, '--reporter', 'json=merged.json'),
      folder,
    )
    const { all, verdict } = JSON.parse(readFileSync(path.join(folder, 'merged.json'), 'utf8'))
    return [
      check('exit code of merge-reports', '0', `${status} ${errors.trim()}`.trim(), status === 0),
      check('verdict', whole.verdict, verdict, verdict === whole.verdict),
      within('requests', whole.requests, all.requests, 0.01, String),
      within('throughput', whole.throughput, all.throughput, 0.01, perSecond),
      ...usualPercentiles.flatMap(percent =>
        ['service', 'latency'].map(name =>
          within(`${name} p${percent}`, whole[name][`p${percent}`], all[name][`p${percent}`], 0.02),
        ),
      ),
    ]
  } finally {
    server.stop()
  }
}

/** Measures a server with such delays by apitest, and reads the figures of the server itself. */
async function measure(options, folder) {
  const server = await startSlowServer(options)
  try {
    const { verdict, reasons, all } = await loadFigures(folder, [
      writeItemSuite(folder, server.url),
      ...atRate,
    ])
    if (verdict !== 'pass') throw new Error(`apitest load was ${verdict}: ${reasons.join(' ')}`)
    return { ...all, verdict, ...(await server.figures()) }
  } finally {
    server.stop()
  }
}

/** Finds the value below which so many percent of a sorted list lie. */
function percentileOf(sorted, percent) {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1]
}

/** Compares the percentiles of the table that wrk2 prints. */
function comparePercentiles(name, text, ours) {
  const rows = [...text.matchAll(/^ +([\d.]+) +([01]\.\d+) +\d+ /gm)].map(([, value, share]) => ({
    value: Number(value),
    share: Number(share),
  }))
  return usualPercentiles.map(percent => {
    const { value } = rows.find(({ share }) => share >= percent / 100) ?? {}
    if (value === undefined) throw new Error(`wrk2 prints no ${percent} % of ${name}`)
    return within(`${name} p${percent}`, value, ours[`p${percent}`], 0.02)
  })
}
