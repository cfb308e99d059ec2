import { choosing } from './kinds/choosing.ts'
import { operators } from './kinds/operators.ts'
import { paths } from './kinds/paths.ts'
import { rows } from './kinds/rows.ts'
import { scripts } from './kinds/scripts.ts'
import { structure } from './kinds/structure.ts'
import type { Slip } from './slip.ts'

/** All slips by their kind. */
export const kinds: Readonly<Record<string, readonly Slip[]>> = {
  scripts,
  rows,
  operators,
  paths,
  structure,
  choosing,
}
