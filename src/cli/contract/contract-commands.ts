import type { Argv } from 'yargs'
import { diffOptions } from './diff-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

/** The commands below `apitest contract`. */
export function contractCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'diff <old> <new>',
      'Tell what changed between two descriptions, and whom it breaks',
      parser =>
        parser
          .positional('old', {
            type: 'string',
            demandOption: true,
            describe: 'OpenAPI file, URL, or path in a revision of git: HEAD:openapi.yaml',
          })
          .positional('new', { type: 'string', demandOption: true, describe: 'The same, as it is now' })
          .options(diffOptions),
      async given => {
        const { diff } = await import('../commands/contract.ts')
        await finish(diff(given))
      },
    )
    .demandCommand(1, 'contract needs a command: diff')
}
