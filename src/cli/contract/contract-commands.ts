import type { Argv } from 'yargs'
import { contractCheckGroups, contractCheckOptions } from './check-options.ts'
import { diffOptions } from './diff-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

/** The commands below `apitest contract`. */
export function contractCommands(parser: Argv, finish: Finish): Argv {
  return parser
    .command(
      'check [base-url]',
      'Call the operations of a description, and hold every answer to it',
      withCheck,
      async given => {
        const { checkLive } = await import('../commands/contract-check.ts')
        await finish(checkLive(given))
      },
    )
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
    .demandCommand(1, 'contract needs a command: check or diff')
}

/** The options of a check, under their headings. */
function withCheck(parser: Argv) {
  for (const [heading, names] of Object.entries(contractCheckGroups)) parser.group([...names], heading)
  return parser
    .usage('$0 contract check BASE_URL --spec FILE [options]')
    .positional('base-url', { type: 'string', describe: 'Where the API is, such as http://127.0.0.1:4010' })
    .options(contractCheckOptions)
    .example([
      ['$0 contract check http://127.0.0.1:4010 --spec openapi.yaml', 'Call everything that only reads'],
      [
        '$0 contract check :4010 --spec openapi.yaml --include-writes --param id=7',
        'Call the rest, too, and use a real id',
      ],
      [
        '$0 contract check :4010 --spec openapi.yaml --tag users --bearer $TOKEN --reporter junit=contract.xml',
        'One part of the API, with a token, and a report for CI',
      ],
    ])
}
