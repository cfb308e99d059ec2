import type { Exchange } from '../../../model/exchange.ts'
import { performing } from '../../testing/performing.ts'
import { action } from '../index.ts'

/** Carries out one step with resources of its own, which are closed again. */
export const { perform, exchange, failure } = performing(action)

/** Lists the messages of a transcript, as `sent text hello`, without times and the opening. */
export function saidIn({ transcript }: Pick<Exchange, 'transcript'>): readonly string[] {
  return (transcript?.entries ?? [])
    .filter(({ kind }) => kind !== 'open')
    .map(({ direction, kind, text }) => `${direction} ${kind} ${text}`.trim())
}
