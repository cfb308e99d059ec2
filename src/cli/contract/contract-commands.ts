import type { Argv } from 'yargs'
import { diffOptions } from './diff-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

/** The commands below `apitest contract`. */
export function contractCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'diff <documents..>',
      'Tell what changed between two descriptions, and whom it breaks',
      parser =>
        parser
          .usage('$0 contract diff OLD NEW | --since REVISION DOCUMENT.. [options]')
          .positional('documents', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'Two OpenAPI files, URLs, or paths in a revision of git: HEAD:openapi.yaml',
          })
          .options(diffOptions),
      async given => {
        const { diff } = await import('../commands/contract.ts')
        await finish(diff(given))
      },
    )
    .demandCommand(1, 'contract needs a command: diff')
}
