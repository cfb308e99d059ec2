import { performing } from '../../testing/performing.ts'
import { action } from '../index.ts'

/** Carries out one step with resources of its own, which are closed again. */
export const { exchange, failure } = performing(action)
