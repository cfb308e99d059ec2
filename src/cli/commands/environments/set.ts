import { changeEnvironment } from '../../../operations/saved/environments.ts'
import { asking } from '../../asking.ts'
import { assignedValues, nothingToSet, readAssignments } from '../../saved/read-assignments.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { confirm } from '../collections/confirm.ts'

/** `apitest environments set`. */
export const command = asking(changeEnvironment, {
  positionals: ['name', 'set'],
  needs: ['a name and values', 'Write apitest environments set local user=ada.'],
  options: savedOptions,
  keys: {
    set: { ...assignedValues.values, name: 'values', read: readAssignments },
    newName: { name: 'rename' },
    markProduction: {
      name: 'production',
      describe: 'Mark it as production; --no-production takes the mark away',
    },
  },
  refuses: ({ values = [], unset = [], rename, production }) =>
    rename === undefined && production === undefined ? nothingToSet(values, unset) : [],
  show: (answer, { json, name, rename }) =>
    rename === undefined
      ? confirm(answer, { json }, { change: 'changed', place: name })
      : confirm(answer, { json }, { change: 'renamed', place: name, to: rename }),
})
