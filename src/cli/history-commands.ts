import type { Argv } from 'yargs'
import { historyOptions } from './history-options.ts'

/** The commands below `apitest history`, told to the parser. `finish` is given what each comes to, an exit code. */
export function historyCommands(parser: Argv, finish: (code: Promise<number>) => Promise<void>) {
  return parser
    .options(historyOptions)
    .command(
      'show [id]',
      'Show one call whole; the newest when no id is given',
      show => show.positional('id', { type: 'string', describe: 'The id of the list, or its beginning' }),
      async given => {
        const { showOne } = await import('./commands/history.ts')
        await finish(showOne(given))
      },
    )
    .command(
      'clear',
      'Forget all calls',
      clear => clear,
      async given => {
        const { clear } = await import('./commands/history.ts')
        await finish(clear(given))
      },
    )
    .strictCommands()
}
