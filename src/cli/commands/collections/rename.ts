import type { JsonObject } from '../../../model/json.ts'
import type { Result } from '../../../model/problem.ts'
import { changeSaved } from '../../../operations/saved/change-saved.ts'
import { asking } from '../../asking.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './confirm.ts'

/** `apitest collections rename`. */
export const command = asking(changeSaved, {
  positionals: ['place', 'change'],
  keys: { change: { name: 'name', demandOption: true, describe: 'Its new name', read: newName } },
  needs: ['a place and a new name', 'Write apitest collections rename Shop/Users People.'],
  options: savedOptions,
  show: (answer, { json, place, name }) => confirm(answer, { json }, { change: 'renamed', place, to: name }),
})

function newName([name = '']: readonly string[]): Result<JsonObject> {
  return { ok: true, value: { name } }
}
