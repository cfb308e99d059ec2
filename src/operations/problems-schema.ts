import type { Problem } from '../model/problem.ts'
import { list, published } from './schema.ts'

/** What an operation found wrong or odd, and could answer in spite of. */
export const problemsSchema = list(
  published<Problem>('report.schema.json#/definitions/problem', 'A problem'),
  'Errors and warnings',
)
