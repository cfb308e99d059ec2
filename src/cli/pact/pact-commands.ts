import type { Argv } from 'yargs'
import { generateOptions, verifyOptions } from './pact-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

/** The commands below `apitest pact`. */
export function pactCommands(parser: Argv, finish: Finish) {
  return parser
    .usage('$0 pact <command>')
    .command(
      'verify <files..>',
      'Hold a provider against pacts',
      parser =>
        parser
          .usage('$0 pact verify FILE|FOLDER.. --provider URL [options]')
          .positional('files', {
            string: true,
            array: true,
            demandOption: true,
            describe: 'Pacts, or folders of them',
          })
          .options(verifyOptions)
          .example('$0 pact verify pacts/ --provider http://127.0.0.1:8080', 'Every pact in a folder')
          .example(
            '$0 pact verify web-shop.json --provider :8080 --state-url http://127.0.0.1:8080/_states',
            'With provider states',
          ),
      async given => {
        const { verify } = await import('../commands/pact-verify.ts')
        await finish(verify(given))
      },
    )
    .command(
      'generate [source]',
      'Make a pact of what suites send and get',
      parser =>
        parser
          .usage('$0 pact generate SOURCE --consumer NAME --provider NAME [options]')
          .positional('source', {
            type: 'string',
            describe: 'Suite, folder of suites, or something saved: it is run and recorded',
          })
          .options(generateOptions)
          .example(
            '$0 pact generate suites/shop --consumer web --provider shop --base-url http://127.0.0.1:8080',
            'Run suites, and write pacts/web-shop.json',
          )
          .example(
            '$0 pact generate --from-report report.json --consumer web --provider shop',
            'Of a run that is over; nothing is sent',
          ),
      async given => {
        const { generate } = await import('../commands/pact-generate.ts')
        await finish(generate(given))
      },
    )
    .demandCommand(1, 1, 'pact needs verify or generate', 'pact takes one of verify and generate')
}
