import { type Result, usageRefusal } from '../../../model/problem.ts'
import { type ListedEnvironment, listEnvironments } from '../../../operations/saved/list-environments.ts'
import { environmentLines } from '../../../report/terminal/saved-lines.ts'
import { listed } from '../../../util/listed.ts'
import { asking } from '../../asking.ts'
import { printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'
import { nameNeeded } from '../collections/confirm.ts'

/** `apitest environments show`: its variables; secrets are masked, as JSON too. */
export const command = asking(listEnvironments, {
  positionals: ['name'],
  keys: { name: { demandOption: true, describe: 'Its name' } },
  needs: nameNeeded,
  options: savedOptions,
  show: (answer, given) => printResult(answer.ok ? only(answer.value) : answer, given, environmentLines),
})

/** That of none where no collection is named, as `--env` takes it, else the only one. */
function only(found: readonly ListedEnvironment[]): Result<ListedEnvironment> {
  const [first, ...others] = found
  const own = found.find(({ collection }) => collection === undefined) ?? first
  if (own !== undefined && (own.collection === undefined || others.length === 0))
    return { ok: true, value: own }
  const collections = listed(found.map(({ collection = '' }) => collection))
  return usageRefusal(
    `"${own?.name ?? ''}" is an environment of ${collections}`,
    'Choose one by --collection.',
  )
}
