import { renderVariable } from '../template/render.ts'
import { valueText } from '../util/value-text.ts'
import type { AttemptContext } from './iteration.ts'

/** Names the owner of a file of a response, as the rest of a sentence: `row 1`, `round 2`, `the step "First"`. */
export function ownerOf({ scope, iteration, prepared }: AttemptContext): string {
  const round = renderVariable('$round', scope)
  if (round.ok) return `${prepared.planned.rows === undefined ? 'round' : 'row'} ${valueText(round.value)}`
  return iteration.row === undefined ? `the step "${prepared.step.name}"` : `row ${iteration.row.number}`
}
