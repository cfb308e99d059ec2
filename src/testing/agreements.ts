import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonValue } from '../util/json-value.ts'

const usualFolder = path.resolve('fixtures/agreements')
const modules = path.resolve('dist/modules/src')

/**
 * The inputs for which a slow tool from elsewhere said what a test expects of it. They are kept in `fixtures/agreements`, so that
 * the tool is asked again only where an input, its version or the test has changed; with APITEST_ANEW it is asked of everything.
 */
export class Agreements {
  readonly #file: string
  readonly #test: string
  readonly #tellVersion: () => string
  #version: string | undefined
  readonly #known: Readonly<Record<string, string>>
  readonly #reached = new Map<string, string>()

  /** `test` is where the module of the test is; `version` tells the version of the tool. The record is written when the process ends. */
  constructor(test: string, version: () => string, folder = usualFolder) {
    const file = fileURLToPath(test)
    const name = path.relative(modules, file).replace(/\.test\.js$/, '')
    this.#file = path.join(folder, `${name.replaceAll(path.sep, '-')}.json`)
    this.#test = readFileSync(file, 'utf8')
    this.#tellVersion = version
    this.#known = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>)
      : {}
    process.on('exit', () => {
      this.save()
    })
  }

  /** Passes where the tool once agreed to these inputs; else `agree` asks it, and throws where it does not. */
  async reach(name: string, inputs: JsonValue, agree: () => Promise<void>): Promise<void> {
    // To ask a program for its version takes up to a second.
    this.#version ??= this.#tellVersion()
    const given = JSON.stringify([this.#version, this.#test, inputs])
    const hash = createHash('sha256').update(given).digest('base64url').slice(0, 22)
    if (this.#known[name] !== hash || process.env['APITEST_ANEW'] !== undefined) await agree()
    this.#reached.set(name, hash)
  }

  /** Writes down what was agreed to, where that is new. */
  save(): void {
    const isNew = ([name, hash]: readonly [string, string]): boolean => this.#known[name] !== hash
    if (![...this.#reached].some(isNew)) return
    const all = Object.entries({ ...this.#known, ...Object.fromEntries(this.#reached) })
    const sorted = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
    mkdirSync(path.dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, `${JSON.stringify(sorted, null, 2)}\n`)
    this.#reached.clear()
  }
}

/** The version of a package that is installed here. */
export function packageVersion(name: string): string {
  const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string }
  return `${name} ${version}`
}

/** The version of Node, and the text of a file that lists packages with their versions. */
export function listedVersions(list: string): string {
  return `Node ${process.version}, ${readFileSync(list, 'utf8')}`
}

/** The first lines of what commands print that tell a version, such as `go version`. */
export function printedVersions(...commands: readonly string[]): string {
  return commands
    .map(command => {
      const [program = '', ...args] = command.split(' ')
      return execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0]
    })
    .join(', ')
}
