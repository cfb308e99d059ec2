import { createSaved } from '../../../operations/saved/create-saved.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './confirm.ts'

/** `apitest collections create`. */
export const command = asking(createSaved, {
  positionals: ['name'],
  needs: ['a name', 'Write apitest collections create Shop.'],
  options: savedOptions,
  show: (answer, given) =>
    confirm(answer, given, {
      change: 'created',
      place: given.into === undefined ? given.name : `${given.into}/${given.name}`,
    }),
})
