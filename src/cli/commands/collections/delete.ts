import { deleteSaved } from '../../../operations/saved/delete-saved.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeNeeded } from './confirm.ts'

/** `apitest collections delete`. */
export const command = asking(deleteSaved, {
  positionals: ['place'],
  needs: placeNeeded,
  options: savedOptions,
  show: (answer, given) => confirm(answer, given, { change: 'deleted', place: given.place }),
})
