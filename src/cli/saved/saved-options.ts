import type { Options } from 'yargs'
import { sendOptions, text, texts, yes } from '../call/call-options.ts'
import { allowOption, suiteOptions } from '../run-options.ts'

type OptionTable = Readonly<Record<string, Options>>

/** Options of every command on what is saved. */
export const savedOptions = {
  json: { boolean: true, describe: 'Print JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** Options of `apitest collections` itself: those below it have their own, among them another `--json`. */
export const listOptions = {
  json: { ...savedOptions.json, global: false },
  config: { ...savedOptions.config, global: false },
} as const satisfies OptionTable

/** Options of `apitest collections create`. */
export const createOptions = {
  ...savedOptions,
  into: { ...text, describe: 'Collection or folder to make a folder in; without it a collection is made' },
  description: { ...text, describe: 'What it is for' },
  'base-url': { ...text, describe: 'Value of {{baseUrl}} in its requests' },
} as const satisfies OptionTable

/** Options of `apitest collections move`. */
export const moveOptions = {
  ...savedOptions,
  position: {
    number: true,
    requiresArg: true,
    describe: 'Its number among the items there; the last unless said',
  },
} as const satisfies OptionTable

/** Options of `apitest collections set`. */
export const setOptions = {
  ...savedOptions,
  unset: { ...texts, describe: 'Variable to take away; repeatable' },
  secret: { ...yes, describe: 'Mask the values in every output' },
} as const satisfies OptionTable

/** Options of `apitest collections validate`. */
export const validateOptions = {
  ...savedOptions,
  validate: sendOptions.validate,
  extract: sendOptions.extract,
} as const satisfies OptionTable

/** Options of `apitest environments` that say whose environment is meant. */
export const environmentOptions = {
  ...savedOptions,
  collection: { ...text, describe: 'Collection it belongs to; none unless said' },
} as const satisfies OptionTable

/** Options of `apitest environments set`. */
export const setEnvironmentOptions = {
  ...environmentOptions,
  unset: setOptions.unset,
  secret: setOptions.secret,
  rename: { ...text, describe: 'Another name for it' },
} as const satisfies OptionTable

/** Formats that can be read, in the order they are told apart. */
export const importFormats = ['postman', 'openapi', 'har', 'curl'] as const

/** What a collection can become. */
export const compileTargets = ['suite', 'collection', 'postman', 'k6', 'node-test', 'curl'] as const

/** Options of `apitest import`. */
export const importOptions = {
  ...savedOptions,
  format: { ...text, choices: importFormats, describe: 'What it is, where that cannot be seen' },
  name: { ...text, describe: 'Name of the collection, instead of its own' },
  host: { ...text, describe: 'Only calls to this host (har)' },
  'keep-analytics': { ...yes, describe: 'Keep calls that only report visits, clicks and errors (har)' },
  'remote-references': {
    ...yes,
    describe: 'Read documents on other hosts that an API description refers to',
  },
  allow: allowOption,
  replace: { ...yes, describe: 'Put it in the place of a collection of the same name' },
} as const satisfies OptionTable

/** Options of `apitest compile`. */
export const compileOptions = {
  ...savedOptions,
  to: { ...text, choices: compileTargets, demandOption: true, describe: 'What to make of it' },
  output: {
    ...text,
    alias: 'o',
    describe: 'Folder, or file where there is only one; the standard output unless said',
  },
  name: importOptions.name,
  host: importOptions.host,
  'keep-analytics': importOptions['keep-analytics'],
  'remote-references': importOptions['remote-references'],
  data: { ...text, alias: 'd', describe: 'CSV or JSON file: what is made runs once per row (k6, node-test)' },
  force: { ...yes, describe: 'Write over files that say something else' },
  replace: importOptions.replace,
  strict: { ...yes, describe: 'Write nothing unless everything can be carried over' },
  report: { ...text, describe: 'JSON file with everything that could not be carried over' },
} as const satisfies OptionTable
