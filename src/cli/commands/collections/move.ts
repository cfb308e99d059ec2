import { moveSaved } from '../../../operations/saved/move-saved.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './confirm.ts'

/** `apitest collections move`. */
export const command = asking(moveSaved, {
  positionals: ['place', 'into'],
  needs: ['a place and where to', 'Write apitest collections move Shop/Users Archive.'],
  options: savedOptions,
  show: (answer, given) =>
    confirm(answer, given, { change: 'moved', place: given.place, to: given.into }, 'into'),
})
