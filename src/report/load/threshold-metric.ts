import type { JudgedThreshold, LoadMetric, Threshold } from '../../model/load-test.ts'
import { parseThreshold } from '../../parse/load/threshold.ts'

/** A judged threshold taken apart again; nothing where it was written for a version that knew others. */
export function thresholdParts({ threshold }: JudgedThreshold): Threshold | undefined {
  const parts = parseThreshold(threshold)
  return 'message' in parts ? undefined : parts
}

/** The metric of a judged threshold. */
export function metricOf(judged: JudgedThreshold): LoadMetric | undefined {
  return thresholdParts(judged)?.metric
}
