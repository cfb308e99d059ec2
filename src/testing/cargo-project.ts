import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findProgram, laterTier } from './parts.ts'
import { cacheFolder } from './services/cache-folder.ts'

/** A package of Rust whose tests are written by tests of ours. What it depends on stays built in the user's cache folder. */
export interface CargoProject {
  readonly folder: string
  /** Writes files, in place of those that were there: their names are relative to the folder. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>
  /** Runs a program of the toolchain in it, and gives what it printed. */
  readonly run: (
    program: 'cargo' | 'rustfmt',
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly exitCode: number; readonly output: string }>
}

/** Why tests that need Rust are skipped, or false when they need not be: an option of `test`. */
export function withoutRust(): false | string {
  const later = laterTier('Rust')
  if (later !== false) return later
  const missing = missingTool()
  if (missing !== undefined) return `${missing} is not installed.`
  return !existsSync(builtMark()) && 'The crates are not built; run node scripts/test-code.mjs install rust.'
}

function missingTool(): string | undefined {
  return ['cargo', 'rustfmt', 'cargo-clippy'].find(name => findProgram(name, [cargoFolder()]) === undefined)
}

/** Says that the crates are there and built, which takes minutes. */
function builtMark(): string {
  return path.join(cacheFolder(), 'cargo', 'built')
}

/** Has the crates, and builds them. Throws when that cannot be done. */
export async function installRust(say: (line: string) => void): Promise<void> {
  if (missingTool() !== undefined || existsSync(builtMark())) return
  say('The crates of tests in Rust are built, which takes minutes.')
  const project = await cargoProject()
  const built = await project?.run('cargo', ['test', '--no-run'])
  if (built?.exitCode !== 0) throw new Error(built?.output ?? 'The crates cannot be had.')
  await writeFile(builtMark(), '')
}

function cargoFolder(): string {
  return path.join(process.env['HOME'] ?? '', '.cargo', 'bin')
}

/** Exactly these, so that a run of today is one of tomorrow. */
const manifest = `[package]
name = "written-tests"
version = "0.0.0"
edition = "2024"

[dependencies]
chrono = "=0.4.45"
futures-util = "=0.3.34"
rand = "=0.10.4"
regex = "=1.13.2"
reqwest = { version = "=0.13.5", features = ["brotli", "cookies", "deflate", "form", "gzip", "json", "multipart", "query"] }
serde_json = { version = "=1.0.154", features = ["preserve_order"] }
tokio = { version = "=1.54.1", features = ["macros", "rt", "time"] }
uuid = { version = "=1.29.3", features = ["v4"] }

[profile.dev.package.written-tests]
debug = false
`

/** The package, whose dependencies are had where they are not there yet; undefined where they cannot be had. */
export async function cargoProject(): Promise<CargoProject | undefined> {
  const folder = path.join(cacheFolder(), 'cargo', 'written-tests')
  const tests = path.join(folder, 'tests')
  await mkdir(path.join(folder, 'src'), { recursive: true })
  await writeFile(path.join(folder, 'Cargo.toml'), manifest)
  await writeFile(path.join(folder, 'src', 'lib.rs'), '')
  const project: CargoProject = {
    folder,
    write: async files => {
      await rm(tests, { recursive: true, force: true })
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(folder, name)
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(file, content)
      }
    },
    run: (program, args, environment = {}) => runTool(folder, program, args, environment),
  }
  await rm(tests, { recursive: true, force: true })
  const isLocked = existsSync(path.join(folder, 'Cargo.lock'))
  const fetched = await project.run('cargo', ['fetch', ...(isLocked ? ['--offline'] : [])])
  return fetched.exitCode === 0 ? project : undefined
}

function runTool(
  folder: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const target = path.join(cacheFolder(), 'cargo', 'target')
  const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_TERM_COLOR: 'never', ...environment }
  return new Promise(resolve => {
    const file = findProgram(program, [cargoFolder()]) ?? program
    const child = execFile(file, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : (child.exitCode ?? 1), output: `${stderr}\n${stdout}` })
    })
  })
}
