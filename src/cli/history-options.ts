import type { Argv, Options } from 'yargs'
import { suiteOptions } from './run-options.ts'

/** Options of the commands below `apitest history`. */
export const recordOptions = {
  json: { boolean: true, describe: 'Print the calls as JSON, as they are kept' },
  config: suiteOptions.config,
} as const satisfies Readonly<Record<string, Options>>

/** Options of `apitest history`. */
export const historyOptions = {
  ...recordOptions,
  count: {
    global: false,
    alias: 'n',
    number: true,
    requiresArg: true,
    default: 20,
    describe: 'How many calls to list, the newest',
  },
  failed: { global: false, boolean: true, describe: 'Only calls of steps that did not pass' },
  grep: {
    global: false,
    alias: 'g',
    string: true,
    requiresArg: true,
    describe: 'Only calls whose "METHOD URL" matches a regular expression',
  },
} as const satisfies Readonly<Record<string, Options>>

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
