import { execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { withFolder } from '../../testing/run-program.ts'
import { mapping } from '../../util/read-values.ts'
import type { Judges } from './judges.ts'

const run = promisify(execFile)

/** The versions of the protocol with frozen sets of scenarios. */
export const revisions = ['2025-11-25', '2026-07-28'] as const

/** Result of one scenario. */
export interface Verdict {
  readonly scenario: string
  /** True where its version of the protocol requires it. */
  readonly isRequired: boolean
  /** Numbers of checks. */
  readonly passed: number
  readonly skipped: number
  readonly warnings: readonly string[]
  readonly failures: readonly string[]
}

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

/** Runs all scenarios of servers that are listed for a version of the protocol, in one process. */
export async function runScenarios(
  { node, scenarios, requirements }: Judges,
  revision: (typeof revisions)[number],
  url: string,
): Promise<readonly Verdict[]> {
  const listed = mapping(load(await readFile(path.join(requirements, `${revision}.yaml`), 'utf8')))
  const required = listed['server'] as readonly string[]
  const others = (listed['not_scored'] as readonly { readonly scenario: string; readonly leg: string }[])
    .filter(({ leg }) => leg === 'server')
    .map(({ scenario }) => scenario)
  return withFolder({}, async folder => {
    const words = [scenarios, 'server', '--url', url, '--requirements', revision, '--output-dir', folder]
    // The code says that a check failed, which the files say, too.
    await run(node, words, { cwd: folder, maxBuffer: 2 ** 26 }).catch(() => undefined)
    const folders = await readdir(folder)
    const verdictOf = async (scenario: string): Promise<Verdict> => {
      const stamped = new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT[^a-z]*$`)
      const checks = await checksIn(
        folder,
        folders.find(name => stamped.test(name)),
      )
      const of = (status: Check['status']): readonly string[] =>
        checks
          .filter(check => check.status === status)
          .map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`)
      return {
        scenario,
        isRequired: required.includes(scenario),
        passed: of('SUCCESS').length,
        skipped: of('SKIPPED').length,
        warnings: of('WARNING'),
        failures: checks.length === 0 ? ['it did not run'] : of('FAILURE'),
      }
    }
    return Promise.all([...required, ...others].map(verdictOf))
  })
}

async function checksIn(folder: string, name: string | undefined): Promise<readonly Check[]> {
  if (name === undefined) return []
  return JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8')) as readonly Check[]
}

const program = path.resolve('bin/apitest.cjs')

/** The requests of the inspector, and how many entries the answer has at least. */
const inspected = [
  { words: ['--method', 'tools/list'], key: 'tools', least: 30 },
  { words: ['--method', 'tools/call', '--tool-name', 'list_collections'], key: 'content', least: 1 },
  { words: ['--method', 'prompts/list'], key: 'prompts', least: 5 },
  { words: ['--method', 'resources/templates/list'], key: 'resourceTemplates', least: 4 },
] as const

/**
 * The entries that the inspector does not get of `apitest mcp` as it is started by clients: over standard streams, and
 * over HTTP.
 */
export async function inspect({ node, inspector }: Judges): Promise<readonly string[]> {
  // The inspector alone, without its pages, looks for a package.json above the folder that it runs in.
  return withFolder({ 'package.json': '{}', 'project/notes.txt': '' }, async outer => {
    const folder = path.join(outer, 'project')
    const problems: string[] = []
    const ask = async (way: string, target: readonly string[]): Promise<void> => {
      for (const { words, key, least } of inspected) {
        const asked = [way, ...words].join(' ')
        const command = [inspector, '--cli', ...target, ...words]
        const { stdout, stderr } = await run(node, command, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
          (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
        )
        const count = entriesOf(stdout, key)
        if (count < least)
          problems.push(`${asked}: ${String(count)} ${key}\n${stdout.slice(0, 500)}${stderr}`)
      }
    }
    await ask('stdio', [process.execPath, program, 'mcp'])
    const token = 'token-of-a-test'
    await withHttp(folder, token, async url => {
      await ask('http', [url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`])
      const refused = await run(
        node,
        [inspector, '--cli', url, '--transport', 'http', '--method', 'tools/list'],
        { cwd: folder },
      ).catch((error: unknown) => error as { readonly stdout: string })
      if (entriesOf(refused.stdout, 'tools') > 0) problems.push('http without the token: it was let in')
    })
    return problems
  })
}

/** The number of questions that `inspect` asks. */
export const inspections = inspected.length * 2 + 1

function entriesOf(output: string, key: string): number {
  try {
    const { isError, [key]: entries } = JSON.parse(output) as Record<string, readonly unknown[]>
    return isError === undefined && Array.isArray(entries) ? entries.length : 0
  } catch {
    return 0
  }
}

async function withHttp(folder: string, token: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [program, 'mcp', '--http', '0'], {
    cwd: folder,
    env: { ...process.env, APITEST_MCP_TOKEN: token },
  })
  const ended = new Promise(resolve => server.once('close', resolve))
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let told = ''
      server.stderr.on('data', (chunk: Buffer) => {
        told += chunk.toString()
        const found = /http:\/\/\S+\/mcp/.exec(told)
        if (found !== null) resolve(found[0])
      })
      server.once('error', reject).once('exit', () => {
        reject(new Error(`apitest mcp ended: ${told}`))
      })
    })
    await use(url)
  } finally {
    server.kill()
    await ended
  }
}
