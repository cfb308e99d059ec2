import { conversionKeys } from '../../operations/convert/import-document.ts'
import { replaceKey } from '../../operations/convert/store-collection.ts'
import { defined } from '../../util/defined.ts'
import { type Given, type OptionTable, text, yes } from '../command.ts'
import { suiteOptions } from '../suite-input.ts'

/** Options of every command on what is saved. */
export const savedOptions = {
  json: { ...yes, describe: 'Print JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** Options of the commands that read documents of other tools. */
export const sourceOptions = {
  name: { ...text, describe: conversionKeys.name.description },
  host: { ...text, describe: conversionKeys.host.description },
  'keep-analytics': { ...yes, describe: conversionKeys.keepsAnalytics.description },
  'remote-references': { ...yes, describe: conversionKeys.remoteReferences.description },
} as const satisfies OptionTable

/** The option of the commands that store a collection. */
export const replaceOption = {
  replace: { ...yes, describe: replaceKey.description },
} as const satisfies OptionTable

/** Where the saved collections and the call history are looked for. */
export function projectOf({ config }: Given<Pick<typeof savedOptions, 'config'>>): {
  readonly configurationFile?: string
} {
  return defined({ configurationFile: config })
}
