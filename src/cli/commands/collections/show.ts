import { showSaved } from '../../../operations/saved/show-saved.ts'
import { savedLines } from '../../../report/terminal/saved-lines.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { placeNeeded } from './confirm.ts'

/** `apitest collections show`: a collection or a folder as a tree, a request as the step it is. */
export const command = asking(showSaved, {
  positionals: ['place'],
  needs: placeNeeded,
  options: savedOptions,
  show: (answer, given) =>
    answer.ok && given.json === true
      ? printResult({ ok: true, value: answer.value.saved }, given, () => [])
      : printResult(answer, given, ({ saved }) => savedLines(saved, outputPalette())),
})
