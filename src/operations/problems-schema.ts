import type { Problem } from '../model/problem.ts'
import { list, published } from './schema.ts'

/** The definition of a problem, and the only other one that holds problems. */
export const problemDefinition = 'report.schema.json#/definitions/problem'
export const summaryDefinition = 'report.schema.json#/definitions/summary'

/** The problems that an operation found, and in spite of which it could answer. */
export const problemsSchema = list(published<Problem>(problemDefinition, 'A problem'), 'Errors and warnings')
