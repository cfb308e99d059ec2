import type { ConfirmChannel, Options } from 'amqplib'
import type { ActionContext } from '../action.ts'
import { formatDuration } from '../../util/quantity.ts'
import { limitTime } from '../../util/time-limit.ts'
import { failed, prepared, type Prepared, unfit } from '../failure.ts'
import type { BrokerUrl } from './broker-url.ts'
import { ChannelErrors } from './channel-errors.ts'
import { connectAmqp } from './connect-amqp.ts'
import { aborted } from '../../util/aborted.ts'

/** A message and where it goes. */
export interface Publication {
  readonly broker: BrokerUrl
  readonly exchange: string
  readonly routingKey: string
  readonly bytes: Buffer
  readonly options: Options.Publish
}

/**
 * Publishes a message and waits until the broker has it: on a confirm channel, and `mandatory`, so that one that no queue
 * gets is an error and not silence.
 */
export async function publish(publication: Publication, context: ActionContext): Promise<Prepared<void>> {
  const connected = await connectAmqp(publication.broker, context)
  if (!connected.ok) return connected
  const connection = connected.value
  const limit = limitTime(context.signal, context.timeout)
  try {
    const channel = await connection.model.createConfirmChannel()
    const errors = new ChannelErrors(channel)
    const outcome = await Promise.race([
      confirmed(channel, publication, errors),
      connection.lost.then(reason =>
        failed('connection-lost', { reason: `the connection to the broker was lost: ${reason}` }),
      ),
      aborted(limit.signal).then(() =>
        failed('answer-late', {
          reason: `the broker did not confirm the message within ${formatDuration(context.timeout)} (timeout)`,
        }),
      ),
    ])
    return outcome
  } finally {
    limit.release()
    await connection.close()
  }
}

function confirmed(
  channel: ConfirmChannel,
  { exchange, routingKey, bytes, options }: Publication,
  errors: ChannelErrors,
): Promise<Prepared<void>> {
  return new Promise(resolve => {
    let isReturned = false
    channel.on('return', () => {
      isReturned = true
    })
    const settle = (error: unknown): void => {
      // The broker's error for the channel comes with its next frame.
      if (error !== null && error !== undefined)
        setImmediate(() => {
          resolve(errors.failure(error, `exchange "${exchange}"`))
        })
      else resolve(isReturned ? unroutable(exchange, routingKey) : prepared(undefined))
    }
    try {
      channel.publish(exchange, routingKey, bytes, { ...options, mandatory: true }, settle)
    } catch (error) {
      // Such as a text of more than 255 bytes where AMQP has no room for it, or headers of more than 64 KiB.
      resolve(unfit(`the message cannot be written: ${(error as Error).message}`))
    }
  })
}

function unroutable(exchange: string, routingKey: string): Prepared<never> {
  return unfit(
    `no queue gets a message with routing key "${routingKey}" from exchange "${exchange}" (312 NO_ROUTE)`,
    'Start the consumer first, or a listener: `amqp: listen` in an earlier step.',
  )
}
