// What a run of the tests leaves for the next one.

/** Seconds that each file took when it last ran here. */
export const timesFile = 'dist/test-times.json'

/** The files in which the first tier skipped tests for the sake of a tool. */
export const secondTierFile = 'dist/test-second-tier.json'
