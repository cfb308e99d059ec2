import type { ApiDescription, BrokenOperation } from '../../api-description/api-description.ts'
import { misspeltPaths } from '../../api-description/misspelt-paths.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { wouldBeCalled } from '../../contract/live/select-operations.ts'
import type { ContractCheck, NotCalled } from '../../model/contract-check.ts'
import { errorProblem, type Problem, asWarning } from '../../model/problem.ts'
import type { CheckContractInput } from './contract-check-input.ts'

/** Operations of the description that cannot be read, and so are not among the others; an error where one would be called. */
export function brokenOperations(
  { broken }: ApiDescription,
  { spec, choice }: CheckContractInput,
): readonly Problem[] {
  return broken.map(one => ({
    code: 'malformed-description',
    severity: wouldBeCalled(one, choice) ? 'error' : 'warning',
    message: `${spec}: ${nameOfBroken(one)} cannot be checked: ${one.reason}`,
    hint: 'Mend the description.',
  }))
}

function nameOfBroken({ method, path: written }: BrokenOperation): string {
  if (!written.startsWith('/')) return `path "${written}"`
  return method === undefined ? written : operationKey({ method, path: written })
}

/** A check of nothing must not pass. */
export function nothingCalled(
  { summary, operations }: ContractCheck,
  description: ApiDescription,
): readonly Problem[] {
  const isTried = operations.some(({ notCalled }) => notCalled === 'stopped' || notCalled === 'unending')
  if (summary.called > 0 || isTried) return []
  const count = (kind: NotCalled): number => operations.filter(({ notCalled }) => notCalled === kind).length
  const message = operations.length === 0 ? 'the description has no operations' : 'no operation was called'
  const misspelt = operations.length === 0 ? misspeltPaths(description) : undefined
  const hint =
    misspelt ??
    (count('unbuildable') > 0
      ? 'Give the values that could not be built with --param or --params.'
      : count('writes') > 0
        ? `${count('writes')} may change data: --include-writes calls them, too.`
        : 'Look at --tag, --operation and --exclude.')
  return [errorProblem({ code: 'nothing-selected', message, hint })]
}

/** Refusals that are documented are right answers, but say nothing of the API behind them: at a wrong base all are 404. */
export function nothingFound({ summary, operations, baseUrl }: ContractCheck): readonly Problem[] {
  const statuses = operations.flatMap(({ status }) => (status === undefined ? [] : [status]))
  if (summary.failed + summary.errored > 0 || statuses.length === 0) return []
  if (statuses.some(status => status < 400)) return []
  const all = [...new Set(statuses)].sort().join(' or ')
  const message = `no operation was answered with a success: ${all} from all ${statuses.length} that were called`
  const isRefused = statuses.every(status => status === 401 || status === 403)
  const hint = isRefused
    ? 'Give credentials, such as -H "Authorization: Bearer …".'
    : `Is ${baseUrl} the address that the paths of the description begin at? Values for paths come with --param.`
  return [asWarning(errorProblem({ code: 'nothing-selected', message, hint }))]
}
