import type { Problem } from '../../model/problem.ts'
import type { Rule } from '../rule.ts'
import { mockServices } from './mock-services.ts'
import { mockStreams } from './mock-streams.ts'
import { validMocks } from './valid-mocks.ts'
import { validState } from './valid-state.ts'

const rules: readonly Rule[] = [validMocks, validState, mockStreams, mockServices]

/** The rules of mocks, but for their ports. */
export const mockRules: Rule = async (checked, facts) => {
  const found: Problem[] = []
  for (const rule of rules) found.push(...(await rule(checked, facts)))
  return found
}
