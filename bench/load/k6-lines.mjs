import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apitest, peer } from '../commands.mjs'
import { freePort } from '../free-port.mjs'
import { untilAnswers } from '../mocks/measure.mjs'
import { check, perSecond, within } from './checks.mjs'
import { loadFigures, runProgram } from './run-program.mjs'

const suites = path.join(import.meta.dirname, '../../suites/load')

/** The exit code of k6 when a threshold was missed. */
const missed = 99

/** A suite and what is written of it for k6: its verdict, and with a rate how many requests there are. */
export const k6Lines = { k6: k6Line }

async function k6Line(folder) {
  const k6 = peer('k6')
  const port = await freePort()
  const { program, args } = apitest('playground', '--port', String(port), '--grpc-port', '0')
  const playground = spawn(program, args, { cwd: folder, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  try {
    await untilAnswers(async () => (await fetch(`${url}/api/health`)).status, playground)
    const checks = []
    for (const name of readdirSync(suites).filter(file => file.endsWith('.apitest.yaml')))
      checks.push(...(await compareSuite(name, url, folder, k6)))
    return checks
  } finally {
    playground.kill('SIGTERM')
  }
}

async function compareSuite(name, url, folder, k6) {
  const file = path.join(suites, name)
  const ours = await loadFigures(folder, [file, '--var', `baseUrl=${url}`])
  const theirs = await runAsK6(file, url, folder, k6)
  const { model } = ours.scenarios[0].profile
  return [
    check(`${name}: verdict`, ours.verdict, theirs.verdict, ours.verdict === theirs.verdict),
    // Callers ask as fast as their program lets them, which is no property of the suite.
    model === 'rate'
      ? within(`${name}: requests`, ours.all.throughput, theirs.rate, 0.05, perSecond)
      : check(`${name}: requests`, 'as many as it can', perSecond(theirs.rate), theirs.rate > 0),
  ]
}

/** Writes a suite for k6 and runs it there. */
async function runAsK6(file, url, folder, k6) {
  const output = path.join(folder, path.basename(file, '.apitest.yaml'))
  mkdirSync(output)
  const compiled = await runProgram(apitest('compile', file, '--to', 'k6', '--output', output), folder)
  if (compiled.status !== 0) throw new Error(`it was not compiled for k6: ${compiled.errors.trim()}`)
  const [script] = readdirSync(output).filter(name => name.endsWith('.k6.js'))
  const flags = ['--quiet', '--no-usage-report', '--no-color', '--summary-export', 'summary.json']
  const args = [...k6.args, 'run', ...flags, script]
  const { status, errors } = await runProgram({ ...k6, args }, output, { BASE_URL: url })
  if (status !== 0 && status !== missed) throw new Error(`k6 ended with ${status}: ${errors.trim()}`)
  const { metrics } = JSON.parse(readFileSync(path.join(output, 'summary.json'), 'utf8'))
  return { verdict: status === 0 ? 'pass' : 'fail', rate: metrics.http_reqs.rate }
}
