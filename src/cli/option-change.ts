import { type Result, usageProblem, usageRefusal } from '../model/problem.ts'
import type { Option } from './command.ts'

/** Everything about an option that does not follow from its key of the input. */
export interface OptionChange<Value = unknown> extends Omit<Option, 'demandOption' | 'minimum'> {
  /** Its name, where that is not its key. */
  readonly name?: string
  /** False where a command says itself what lacks. */
  readonly demandOption?: boolean
  /** Undefined where the operation says itself how much is too little. */
  readonly minimum?: number | undefined
  /** Makes the value out of the typed texts, of which there is one unless the option is an `array`. */
  readonly read?: (typed: readonly string[]) => Result<Value>
}

/** The changes of keys that many operations have. */
export const usualChanges = {
  environment: { name: 'env', alias: 'e' },
  variables: {
    name: 'var',
    alias: 'v',
    array: true,
    describe: 'A variable, name=value; repeatable',
    read: parseVariables,
  },
  environmentFile: { name: 'env-file' },
  configurationFile: { name: 'config', alias: 'c' },
  paths: { array: true, read: readPaths },
  setup: { describe: 'Run the setup of the configuration first (default); --no-setup does not' },
  keepsAnalytics: { name: 'keep-analytics' },
} as const satisfies Readonly<Record<string, OptionChange>>

/** Reads the values of --var. */
export function parseVariables(written: readonly string[]): Result<Readonly<Record<string, string>>> {
  const wrong = written.filter(text => !/^[^=\s{}]([^={}\r\n]*[^=\s{}])?=/.test(text))
  if (wrong.length > 0)
    return {
      ok: false,
      problems: wrong.map(text => {
        const [, name, value = ''] = /^([^\s=:{}]+):\s?(.*)$/.exec(text) ?? []
        const meant = name === undefined ? 'user=ada' : `${name}=${value}`
        return usageProblem(`--var ${text} is not name=value`, `Write --var ${meant}.`)
      }),
    }
  return {
    ok: true,
    value: Object.fromEntries(
      written.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    ),
  }
}

/** Reads a path, which is not empty. */
export function readPath([path = '']: readonly string[]): Result<string> {
  const read = readPaths([path])
  return read.ok ? { ok: true, value: path } : read
}

function readPaths(written: readonly string[]): Result<readonly string[]> {
  const hint = 'Is a variable not set? Leave the path out to take everything.'
  const isEmpty = written.some(path => path.trim() === '')
  return isEmpty ? usageRefusal('a path is empty', hint) : { ok: true, value: written }
}
