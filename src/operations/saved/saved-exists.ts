import { errorProblem, type Result } from '../../model/problem.ts'

/** Why a name cannot be given: something beside it has that name. */
export function savedExists(message: string): Result<never> {
  return {
    ok: false,
    problems: [errorProblem({ code: 'saved-exists', message, hint: 'Choose another name.' })],
  }
}
