import type { JsonObject } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { readEnvironment } from '../processes/read-environment.ts'
import { scalarTexts } from '../scalars.ts'
import { isCollection } from '../../util/is-json.ts'

/** A program to run. */
export interface Command {
  /** True where `program` is a line for the shell. */
  readonly shell: boolean
  readonly program: string
  readonly arguments: readonly string[]
  /** The command in one line. */
  readonly summary: string
  /** Environment variables beside those of this process. */
  readonly environment: Readonly<Record<string, string>>
  /** The standard input of the program. */
  readonly input?: string
}

/** Reads `exec` with its companions `environment` and `input`. */
export function readCommand(step: JsonObject): Prepared<Command> {
  const { exec, environment = {}, input } = step
  const words = exec === undefined ? undefined : scalarTexts(exec)
  const [program = '', ...others] = words ?? []
  if (program.trim() === '')
    return failed('command-unstarted', {
      reason: 'exec must be a command, or a list of a program and its arguments',
    })
  const variables = readEnvironment(environment)
  if (!variables.ok) return variables
  if (isCollection(input)) return failed('command-unstarted', { reason: 'input must be text' })
  return prepared({
    shell: !Array.isArray(exec),
    program,
    arguments: others,
    summary: [program, ...others.map(quoted)].join(' '),
    environment: variables.value,
    ...(input === undefined || input === null ? {} : { input: String(input) }),
  })
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word)
}
