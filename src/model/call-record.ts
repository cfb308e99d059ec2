import type { ExchangeReport } from './result.ts'
import type { Outcome } from './outcome.ts'

/**
 * One call of the call history, as `.tool/api-collections.json` keeps it and `schemas/api-collections.schema.yaml`
 * describes it. Secrets are masked, long texts are cut.
 */
export interface CallRecord {
  /** Seven hexadecimal digits. */
  readonly id: string
  /** When it began, in ISO 8601 with milliseconds, UTC. */
  readonly time: string
  readonly source: CallSource
  readonly request: Omit<ExchangeReport['request'], 'summary'> & { readonly url: string }
  /** Absent when no answer came. */
  readonly response?: ExchangeReport['response']
  /** Milliseconds of the last attempt. */
  readonly duration: number
  readonly phases?: ExchangeReport['phases']
  /** How often it was tried; the record shows the last time. */
  readonly attempts: number
  readonly outcome: Outcome
  /** The first of the reasons for which it did not pass. */
  readonly reason?: string
}

/** Sender of a call: a step of a suite, or a command of its own. */
export type CallSource =
  | {
      readonly kind: 'suite'
      /** Relative to the folder that holds `.tool/`, with forward slashes. */
      readonly file: string
      /** The step's line in the file, from 1. */
      readonly line: number
      readonly step: string
      /** Number of the data row, from 1. */
      readonly row?: number
      /** The environment that the run was asked for. */
      readonly environment?: string
    }
  | { readonly kind: CallCommand }

/** The commands that make a call of their own. */
export type CallCommand = 'send' | 'poll' | 'ws' | 'sse' | 'grpc'
