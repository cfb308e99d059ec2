import { allowReads } from '../../../operations/saved/allow-reads.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './confirm.ts'

/** `apitest collections allow`. */
export const command = asking(allowReads, {
  positionals: ['place', 'entries'],
  keys: { entries: { demandOption: true } },
  needs: ['a place and what it may read', 'Write apitest collections allow Shop env.SHOP_TOKEN.'],
  options: savedOptions,
  show: (answer, given) => confirm(answer, given, { change: 'changed', place: given.place }),
})
