import type { Settings } from '../model/settings.ts'
import { isObject } from '../util/is-json.ts'

/** The id that every request of a run carries, the header it goes in, and whether answers must return it. */
export interface Correlation {
  readonly header: string
  readonly id: string
  readonly echo: boolean
}

/** Reads correlation from the settings, with the run's id; undefined when they say nothing of it. */
export function correlationOf({ transport }: Settings, runId: string): Correlation | undefined {
  const correlation = transport?.['correlation']
  if (!isObject(correlation)) return undefined
  const { header, echo } = correlation
  return typeof header === 'string' ? { header, id: runId, echo: echo === true } : undefined
}
