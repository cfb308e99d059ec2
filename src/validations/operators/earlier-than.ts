import { momentOperator } from '../compare-moments.ts'

/** A moment before the one that is expected, or a day before that day. */
export const earlierThan = momentOperator('earlier-than', milliseconds => milliseconds < 0)
