import type { Argv, Options } from 'yargs'
import { sendOptions } from '../call/call-options.ts'
import {
  createOptions,
  listOptions,
  environmentOptions,
  moveOptions,
  savedOptions,
  setEnvironmentOptions,
  setOptions,
  validateOptions,
} from './saved-options.ts'

/** Takes the exit code of the command that runs. */
type Finish = (code: Promise<number>) => Promise<void>

const commands = () => import('../commands/collections.ts')
const environments = () => import('../commands/environments.ts')

const place = 'Names on the way to it: Shop/Users/List users'

/** The commands below `apitest collections`. */
export function collectionCommands(parser: Argv, finish: Finish) {
  const withTree = treeCommands(parser.options(listOptions), finish)
  return contentCommands(withTree, finish).strictCommands()
}

/** What shows collections and changes where things are in them. */
function treeCommands<Given>(parser: Argv<Given>, finish: Finish): Argv<Given> {
  return parser
    .command(
      'show <place>',
      'Show a collection, a folder or a request',
      one(place, savedOptions),
      async given => {
        await finish((await commands()).show(given))
      },
    )
    .command(
      'create <name>',
      'Create a collection, or with --into a folder',
      named('name', 'Its name', createOptions),
      async given => {
        await finish((await commands()).create(given))
      },
    )
    .command(
      'rename <place> <name>',
      'Rename a collection, a folder or a request',
      parser => one(place, savedOptions)(parser).positional('name', { ...word, describe: 'Its new name' }),
      async given => {
        await finish((await commands()).rename(given))
      },
    )
    .command(
      'move <place> <into>',
      'Move a folder or a request into another folder',
      parser =>
        one(place, moveOptions)(parser).positional('into', { ...word, describe: 'Collection or folder' }),
      async given => {
        await finish((await commands()).move(given))
      },
    )
    .command(
      'delete <place>',
      'Delete a collection, a folder or a request',
      one(place, savedOptions),
      async given => {
        await finish((await commands()).remove(given))
      },
    )
}

/** What changes a collection, a folder or a request itself. */
function contentCommands<Given>(parser: Argv<Given>, finish: Finish): Argv<Given> {
  return parser
    .command(
      'set <place> [values..]',
      'Set variables of a collection or a folder: name=value',
      parser => one(place, setOptions)(parser).positional('values', { ...words, describe: 'name=value' }),
      async given => {
        await finish((await commands()).set(given))
      },
    )
    .command(
      'allow <place> <entries..>',
      'Let an imported collection read something: env.TOKEN, ../logo.png',
      parser =>
        one(
          place,
          savedOptions,
        )(parser).positional('entries', {
          ...words,
          demandOption: true,
          describe: 'As written in suites; exec for steps that run commands',
        }),
      async given => {
        await finish((await commands()).allow(given))
      },
    )
    .command(
      'save <place> [words..]',
      'Save a request without sending it: [METHOD] URL',
      parser => one(place, sendOptions)(parser).positional('words', { ...words, describe: 'Method and URL' }),
      async given => {
        await finish((await commands()).save(given))
      },
    )
    .command(
      'validate <place>',
      'Add validations and extracts to a request',
      one(place, validateOptions),
      async given => {
        await finish((await commands()).validate(given))
      },
    )
}

/** The commands below `apitest environments`. */
export function environmentCommands(parser: Argv, finish: Finish) {
  const describe = 'Its name'
  return parser
    .options(environmentOptions)
    .command(
      'show <name>',
      'Show an environment',
      named('name', describe, environmentOptions),
      async given => {
        await finish((await environments()).show(given))
      },
    )
    .command(
      'set <name> [values..]',
      'Set variables of an environment, which is created when it is not there: name=value',
      parser =>
        named(
          'name',
          describe,
          setEnvironmentOptions,
        )(parser).positional('values', { ...words, describe: 'name=value' }),
      async given => {
        await finish((await environments()).set(given))
      },
    )
    .command(
      'delete <name>',
      'Delete an environment',
      named('name', describe, environmentOptions),
      async given => {
        await finish((await environments()).remove(given))
      },
    )
    .strictCommands()
}

const word = { type: 'string', demandOption: true } as const
const words = { string: true, array: true } as const

function one<Table extends Readonly<Record<string, Options>>>(describe: string, options: Table) {
  return named('place', describe, options)
}

function named<Name extends string, Table extends Readonly<Record<string, Options>>>(
  name: Name,
  describe: string,
  options: Table,
) {
  return (parser: Argv) => parser.positional(name, { ...word, describe }).options(options)
}
