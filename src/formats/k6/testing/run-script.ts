import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
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

/** Runs a script in Node, with a stub of k6, and with these variables of the environment. */
export async function runInNode(
  text: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Made> {
  const files = Object.fromEntries(
    Object.entries(k6Stub).map(([name, content]) => [`node_modules/${name}`, content]),
  )
  const main = `globalThis.__ENV = ${JSON.stringify(environment)}\nglobalThis.open = () => ''
const { default: script } = await import('./shop.mjs')
const { checks } = await import('k6')
const { writeFileSync } = await import('node:fs')
script()
writeFileSync('checks.json', JSON.stringify(checks))\n`
  return await withFolder({ ...files, 'main.mjs': main, 'shop.mjs': text }, async folder => {
    await run(process.execPath, ['main.mjs'], { cwd: folder })
    return JSON.parse(await readFile(path.join(folder, 'checks.json'), 'utf8')) as Made
  })
}

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
