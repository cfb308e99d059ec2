import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection } from '../../model/collection.ts'
import type { ConversionReport } from '../../model/conversion.ts'

/** The account of a conversion that carries everything over. */
export function wholeReport({ items }: Collection): ConversionReport {
  const requests = requestCount(items)
  return { requests, created: requests, merged: [], skipped: [], losses: [], notes: [] }
}
