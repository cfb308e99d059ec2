// Looks for the ten holes of fixtures/negative/holes.py, and for any in sound.py beside it, with `contract check --negative` and with
// Schemathesis, and prints what each found in which time; after a build. What both servers need of Python is installed on first use,
// outside of the project.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { holes, packageLists, shopToken, startShop } from '../dist/modules/src/cli/testing/python-shop.js'
import { installPython, pythonWith } from '../dist/modules/src/testing/python-tools.js'

const [command = 'run', ...more] = process.argv.slice(2)
if (!['run', 'install'].includes(command) || more.length > 0) {
  console.error('Usage: node scripts/negative.mjs [run | install]')
  process.exit(2)
}
try {
  const lists = command === 'install' ? [packageLists.shop] : Object.values(packageLists)
  for (const list of lists) await installPython(list, line => console.log(line))
} catch (error) {
  const lines = String(error.stderr || error)
    .trim()
    .split('\n')
  console.error(`negative: what is needed of Python cannot be installed (${lines.at(-1)})`)
  process.exit(2)
}
if (command === 'run')
  for (const name of ['sound', 'holes'])
    for (const [tool, look] of Object.entries({ apitest: lookOurselves, Schemathesis: lookWithSchemathesis }))
      await tell(name, tool, look)

/** Each tool gets a server of its own, as they leave things behind. */
async function tell(name, tool, look) {
  const shop = await startShop(name)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-negative-'))
  try {
    const started = performance.now()
    const { requests, findings } = await look(shop.url, folder)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${name}.py, ${tool}: ${findings.length} findings, ${requests} requests, ${seconds} s`)
    for (const line of findings) console.log(`  ${line}`)
    if (name === 'holes' && tool === 'apitest') {
      const found = holes.filter(({ shows }) => findings.some(line => shows.test(line)))
      console.log(`  so ${found.length} of ${holes.length} holes`)
    }
  } finally {
    await shop[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

async function lookOurselves(url, folder) {
  const options = [
    '--spec',
    `${url}/openapi.json`,
    '--bearer',
    shopToken,
    '--include-writes',
    '--negative',
    '--json',
  ]
  const output = await run(
    process.execPath,
    [path.resolve('bin/apitest.cjs'), 'contract', 'check', url, ...options],
    folder,
  )
  const { operations, summary } = JSON.parse(output)
  const broken = operations.flatMap(({ operation, outcome }) =>
    outcome === 'passed' ? [] : [`${operation} ${outcome}`],
  )
  const cases = operations.flatMap(({ negative = [] }) => negative)
  const failed = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
  return {
    requests: summary.requests,
    findings: [...broken, ...failed.map(({ name, reason }) => `${name} ${reason}`)],
  }
}

/** All of its checks, and as many findings as there are. */
async function lookWithSchemathesis(url, folder) {
  const program = path.join(path.dirname(pythonWith(packageLists.schemathesis)), 'schemathesis')
  const options = ['--checks', 'all', '--continue-on-failure', '--seed', '1', '--no-color']
  const output = await run(
    program,
    ['run', `${url}/openapi.json`, '-H', `Authorization: Bearer ${shopToken}`, ...options],
    folder,
  )
  const findings = []
  let operation = ''
  for (const line of output.split('\n')) {
    operation = /^_+ (.+?) _+$/.exec(line)?.[1] ?? operation
    const found = /^- (ST\d+ .+)$/.exec(line)?.[1]
    if (found !== undefined) findings.push(`${operation}: ${found}`)
  }
  return { requests: /(\d+) generated/.exec(output)?.[1] ?? 'unknown', findings }
}

/** Runs a program and returns its standard output; findings end it with a code of their own. */
async function run(program, args, folder) {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  await once(child, 'close')
  return output
}
