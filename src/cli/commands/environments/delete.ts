import { deleteEnvironment } from '../../../operations/saved/environments.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm, nameNeeded } from '../collections/confirm.ts'

/** `apitest environments delete`. */
export const command = asking(deleteEnvironment, {
  positionals: ['name'],
  needs: nameNeeded,
  options: savedOptions,
  show: (answer, given) => confirm(answer, given, { change: 'deleted', place: given.name }),
})
