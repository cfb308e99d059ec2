import type { JsonObject, JsonValue } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'
import { isObject } from '../../util/is-json.ts'

/** A program to run. */
export interface Command {
  /** Whether `program` is a line for the shell. */
  readonly shell: boolean
  readonly program: string
  readonly arguments: readonly string[]
  /** The command in one line. */
  readonly summary: string
  /** Environment variables beside those of this process. */
  readonly environment: Readonly<Record<string, string>>
  /** What the program reads as its standard input. */
  readonly input?: string
}

/** Reads `exec` with its companions `environment` and `input`. */
export function readCommand(step: JsonObject): Prepared<Command> {
  const { exec, environment = {}, input } = step
  const words = exec === undefined ? undefined : scalarTexts(exec)
  const [program = '', ...others] = words ?? []
  if (program.trim() === '')
    return failed('Exec Error', 'exec must be a command, or a list of a program and its arguments')
  const variables = readEnvironment(environment)
  if (!variables.ok) return variables
  if (input !== undefined && input !== null && typeof input === 'object')
    return failed('Exec Error', 'input must be text')
  return prepared({
    shell: !Array.isArray(exec),
    program,
    arguments: others,
    summary: [program, ...others.map(quoted)].join(' '),
    environment: variables.value,
    ...(input === undefined || input === null ? {} : { input: String(input) }),
  })
}

function readEnvironment(environment: JsonValue): Prepared<Readonly<Record<string, string>>> {
  if (!isObject(environment)) return failed('Exec Error', 'environment must be a mapping of names and values')
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    const [text, ...others] = scalarTexts(value) ?? []
    if (text === undefined || others.length > 0)
      return failed('Exec Error', `the environment variable "${name}" must be text, a number, true or false`)
    variables[name] = text
  }
  return prepared(variables)
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word)
}
