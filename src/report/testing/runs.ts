import type { RunEvent } from '../../model/run-event.ts'
import { failing } from './runs/failing.ts'
import { hostile } from './runs/hostile.ts'
import { interrupted } from './runs/interrupted.ts'
import { mocked } from './runs/mocked.ts'
import { passing } from './runs/passing.ts'
import { rejected } from './runs/rejected.ts'
import { rows } from './runs/rows.ts'

/** Runs of every kind, as the reporters are given them. */
export const runs: Readonly<Record<string, readonly RunEvent[]>> = {
  passing: passing(),
  failing: failing(),
  rows: rows(),
  hostile: hostile(),
  interrupted: interrupted(),
  rejected: rejected(),
  mocked: mocked(),
}
