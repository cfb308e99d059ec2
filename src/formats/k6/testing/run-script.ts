import { execFile, fork, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { JsonObject } from '../../../model/json.ts'
import { laterTier } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { k6Stub } from './k6-stub.ts'

const run = promisify(execFile)

/** Why tests are left out that need k6; false where it is there. */
export const withoutK6 =
  laterTier('k6') ||
  (spawnSync('k6', ['version']).error !== undefined && 'k6 is not installed on this machine.')

export const k6Environment = { ...process.env, K6_NO_USAGE_REPORT: 'true' }

/** Checks with how they went, and what is added to metrics. */
export type Made = readonly (readonly [name: string, holds: boolean | number])[]

/** Runs a script in Node, with a stub of k6, and with these variables of the environment. One runs at a time. */
export function runInNode(text: string, environment: Readonly<Record<string, string>> = {}): Promise<Made> {
  scriptProcess ??= startScriptProcess()
  return scriptProcess({ text, environment })
}

interface Script {
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
}

let scriptProcess: ((script: Script) => Promise<Made>) | undefined

/** One process for all scripts of a test: it ends with that, and its folder with it. */
function startScriptProcess(): (script: Script) => Promise<Made> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-k6-'))
  for (const [name, content] of Object.entries({ ...stubFiles(), 'main.mjs': main })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  const child = fork(path.join(folder, 'main.mjs'), {
    cwd: folder,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let last: Promise<unknown> = Promise.resolve()
  return script => {
    const made = last.then(() => {
      child.ref()
      child.channel?.ref()
      child.send(script)
      return new Promise<Made>((resolve, reject) => {
        child.once('message', ({ checks, error }: { readonly checks?: Made; readonly error?: string }) => {
          child.unref()
          child.channel?.unref()
          if (checks === undefined) reject(new Error(error))
          else resolve(checks)
        })
      })
    })
    last = made.catch(() => undefined)
    return made
  }
}

const stubFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(k6Stub).map(([name, content]) => [`node_modules/${name}`, content]))

/** Runs one script after the other; each is a module of its own. */
const main = `import { checks } from 'k6'
import { writeFileSync } from 'node:fs'
globalThis.open = () => ''
let count = 0
process.on('message', async ({ text, environment }) => {
  globalThis.__ENV = environment
  checks.length = 0
  const file = new URL(\`script-\${count++}.mjs\`, import.meta.url)
  try {
    writeFileSync(file, text)
    const { default: script } = await import(file.href)
    script()
    process.send({ checks })
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit())
`

/** Runs a script in k6 itself; its checks. */
export async function runInK6(text: string): Promise<Made> {
  return await withFolder({ 'shop.js': text }, async folder => {
    const words = ['run', '--quiet', '--out', 'json=points.json', 'shop.js']
    // Checks that do not hold end it with a code of their own.
    await run('k6', words, { cwd: folder, env: k6Environment }).catch(() => undefined)
    const points = (await readFile(path.join(folder, 'points.json'), 'utf8')).trim().split('\n')
    return points.flatMap(line => {
      const { type, metric, data } = JSON.parse(line) as JsonObject & { readonly data: JsonObject }
      if (type !== 'Point' || metric !== 'checks') return []
      const { check } = data['tags'] as { readonly check: string }
      return [[check, data['value'] === 1] as const]
    })
  })
}
