import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Problem, usageProblem } from '../model/problem.ts'

/** A file that a command is to write, and how that was said: `-r html=report.html`. */
export interface Destination {
  readonly option: string
  /** Relative to the working folder, or absolute. */
  readonly file: string
}

/** The files that reports go to. */
export function reportFiles(
  choices: readonly { readonly name: string; readonly file?: string }[],
): readonly Destination[] {
  return choices.flatMap(({ name, file }) =>
    file === undefined ? [] : [{ option: `--reporter ${name}=${file}`, file }],
  )
}

/** What nobody means to have written over, whether the command reads it or not. */
const ownFiles = /(?:\.apitest|^apitest\.config)\.ya?ml$/

/**
 * Refuses to write over what a command reads, under whatever spelling and through whatever link. `inputs` are asked for
 * only when a file is there that would be written over.
 */
export async function refuseOverInputs(
  destinations: readonly Destination[],
  workingFolder: string,
  inputs: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  let known: Set<string> | undefined
  for (const { option, file } of destinations) {
    const absolute = path.resolve(workingFolder, file)
    const identity = identityOf(absolute)
    if (ownFiles.test(path.basename(identity === undefined ? absolute : realpathSync(absolute))))
      problems.push(refused(option, 'a suite or a configuration'))
    else if (identity !== undefined) {
      known ??= new Set(
        (await inputs()).flatMap(input => identityOf(path.resolve(workingFolder, input)) ?? []),
      )
      if (known.has(identity)) problems.push(refused(option, 'a file that it is made from'))
    }
  }
  return problems
}

function refused(option: string, what: string): Problem {
  return usageProblem(`${option} would write over ${what}`, 'Name another file.')
}

/** Which file a path leads to; undefined when it leads to none, or to what can be written to and stays, as a terminal. */
function identityOf(file: string): string | undefined {
  try {
    const status = statSync(file, { bigint: true })
    return status.isFile() ? `${status.dev} ${status.ino}` : undefined
  } catch {
    return undefined
  }
}
