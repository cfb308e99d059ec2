import type { Result } from '../../../model/problem.ts'
import { hostOf } from '../../host.ts'
import { showSaved } from '../../../operations/saved/show-saved.ts'
import { savedLines } from '../../../report/terminal/saved-lines.ts'
import { defineCommand } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections show`: a collection or a folder as a tree, a request as the step it is. */
export const command = defineCommand({
  operations: [showSaved],
  positionals: placeArgument,
  needs: placeNeeded,
  options: savedOptions,
  async run(given) {
    const answer = await showSaved.run({ ...projectOf(given), place: given.place }, hostOf())
    const value: Result<unknown> = answer.ok ? { ok: true, value: answer.value.saved } : answer
    return given.json === true
      ? printResult(value, given, () => [])
      : printResult(answer, given, ({ saved }) => savedLines(saved, outputPalette()))
  },
})
