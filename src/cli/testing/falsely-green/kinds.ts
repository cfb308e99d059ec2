import { answers } from './kinds/answers.ts'
import { choosing } from './kinds/choosing.ts'
import { descriptions } from './kinds/descriptions.ts'
import { functions } from './kinds/functions.ts'
import { mocks } from './kinds/mocks.ts'
import { mockStreams } from './kinds/mock-streams.ts'
import { operators } from './kinds/operators.ts'
import { pacts } from './kinds/pacts.ts'
import { paths } from './kinds/paths.ts'
import { rows } from './kinds/rows.ts'
import { saves } from './kinds/saves.ts'
import { skipped } from './kinds/skipping.ts'
import { schemas } from './kinds/schemas.ts'
import { scripts } from './kinds/scripts.ts'
import { snapshots } from './kinds/snapshots.ts'
import { streams } from './kinds/streams.ts'
import { structure } from './kinds/structure.ts'
import { targets } from './kinds/targets.ts'
import type { Slip } from './slip.ts'

/** All slips by their kind. */
export const kinds: Readonly<Record<string, readonly Slip[]>> = {
  scripts,
  rows,
  operators,
  paths,
  targets,
  snapshots,
  saves,
  structure,
  choosing,
  schemas,
  answers,
  streams,
  descriptions,
  pacts,
  mocks,
  mockStreams,
  functions,
  skipped,
}
