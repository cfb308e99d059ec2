import { Seed } from '../template/seed.ts'
import type { PlannedSuite } from './plan.ts'

/** The files in another order, and the rows of each; never the steps, which need each other. */
export function shuffled(suites: readonly PlannedSuite[], seed: number): readonly PlannedSuite[] {
  const chances = new Seed(seed)
  return inOrderOf(suites, chances.for('files')).map(suite =>
    suite.rows === undefined
      ? suite
      : { ...suite, rows: inOrderOf(suite.rows, chances.for(`rows of ${suite.file}`)) },
  )
}

/** Fisher and Yates. */
function inOrderOf<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}
