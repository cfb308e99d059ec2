import { mostRounds } from '../../model/suite.ts'

/** How many data rows run: by default, at most on request, and with --allow-many. */
export const rowLimit = { usual: 100, maximum: 1000, many: mostRounds.maximum } as const
