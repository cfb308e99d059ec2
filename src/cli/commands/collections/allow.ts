import { allowReads } from '../../../operations/saved/allow-reads.ts'
import { hostOf } from '../../host.ts'
import { defineCommand, texts } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument } from './confirm.ts'

/** `apitest collections allow`. */
export const command = defineCommand({
  operations: [allowReads],
  positionals: {
    ...placeArgument,
    entries: {
      ...texts,
      demandOption: true,
      describe: allowReads.input.properties.entries.description,
    },
  },
  needs: ['a place and what it may read', 'Write apitest collections allow Shop env.SHOP_TOKEN.'],
  options: savedOptions,
  async run(given) {
    const { place, entries } = given
    const answer = await allowReads.run({ ...projectOf(given), place, entries }, hostOf())
    return confirm(answer, given, { change: 'changed', place })
  },
})
