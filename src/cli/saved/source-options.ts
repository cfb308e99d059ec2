import { conversionKeys } from '../../operations/convert/import-document.ts'
import { replaceKey } from '../../operations/convert/save-collection.ts'
import { negativeKeys } from '../../operations/convert/negative-keys.ts'
import { type OptionTable, text, wholeNumber, yes } from '../command.ts'

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

/** Options of the commands that write negative cases of a description. */
export const negativeOptions = {
  negative: { ...yes, describe: negativeKeys.negative.description },
  'negative-cases': wholeNumber(negativeKeys.negativeCases),
  seed: wholeNumber(negativeKeys.seed),
  'include-writes': { ...yes, describe: negativeKeys.includeWrites.description },
} as const satisfies OptionTable
