import { momentOperator } from '../compare-moments.ts'

/** A moment after the one that is expected, or a day after that day. */
export const laterThan = momentOperator('later-than', milliseconds => milliseconds > 0)
