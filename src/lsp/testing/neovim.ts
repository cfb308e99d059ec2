import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram, without } from '../../testing/parts.ts'

/** Why tests with Neovim are skipped; false where it is there. */
export const neovimMissing = without('nvim')

/** A question of somebody who writes in a file, with the cursor on the last letter of `at`, or behind it. */
export type EditorQuestion = { readonly file: string } & (
  | { readonly ask: 'problems' }
  | { readonly ask: 'hover' | 'definition'; readonly at: string }
  | { readonly ask: 'completion' | 'write'; readonly at: string; readonly write: string }
)

const driver = path.resolve('fixtures/neovim/session.lua')
const program = [process.execPath, path.resolve('bin/apitest.cjs')]

/** Asks Neovim in a folder, which starts the server as the documentation says; each answer is in lines. */
export async function askNeovim(
  folder: string,
  questions: readonly EditorQuestion[],
): Promise<readonly (readonly string[])[]> {
  const own = await mkdtemp(path.join(tmpdir(), 'apitest-neovim-'))
  const file = path.join(own, 'session.json')
  try {
    const server = [...program, 'lsp']
    await writeFile(file, JSON.stringify({ setup: documentedSetup(server), server, questions }))
    const words = ['--clean', '--headless', '-c', `luafile ${driver}`]
    const child = spawn(findProgram('nvim') ?? 'nvim', words, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...foldersOf(own), SESSION: file },
    })
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => {
      errors += bytes.toString()
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
    await once(child, 'close')
    clearTimeout(timer)
    const answers = await readFile(`${file}.answers`, 'utf8').catch(() => {
      throw new Error(`Neovim ended without an answer: ${errors}`)
    })
    return (JSON.parse(answers) as readonly Answered[]).map(({ found, failed }, index) => {
      if (failed !== undefined) throw new Error(`${JSON.stringify(questions[index])}: ${failed}\n${errors}`)
      return Array.isArray(found) ? (found as readonly string[]) : []
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Folders of its own: the settings of the user are no part of it. */
function foldersOf(own: string): NodeJS.ProcessEnv {
  return {
    XDG_CONFIG_HOME: own,
    XDG_DATA_HOME: own,
    XDG_STATE_HOME: own,
    NVIM_LOG_FILE: path.join(own, 'log'),
  }
}

interface Answered {
  /** An empty list of Lua is an object. */
  readonly found?: unknown
  readonly failed?: string
}

/** The set-up that the documentation tells users of Neovim to write, with this program. */
function documentedSetup(server: readonly string[]): string {
  const page = readFileSync('docs/editor.md', 'utf8')
  const written = /```lua\n([^`]*)```/.exec(page)?.[1] ?? ''
  const command = server.map(word => JSON.stringify(word)).join(', ')
  return written.replace("'apitest', 'lsp'", command)
}
