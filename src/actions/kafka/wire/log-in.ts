import plain from 'kafkajs/src/broker/saslAuthenticator/plain.js'
import scram256 from 'kafkajs/src/broker/saslAuthenticator/scram256.js'
import scram512 from 'kafkajs/src/broker/saslAuthenticator/scram512.js'
import { addressText } from '../../brokers/open-broker-socket.ts'
import type { Sasl } from '../read-sasl.ts'
import { BrokerError, refusal } from './broker-error.ts'
import { saslAuthenticate, saslHandshake } from './calls.ts'
import type { Connection } from './connection.ts'

const mechanisms = { plain, 'scram-sha-256': scram256, 'scram-sha-512': scram512 }

/** Logs in on a connection that has just been opened. Throws a BrokerError when the broker does not want that. */
export async function logIn(connection: Connection, sasl: Sasl, timeout: number): Promise<void> {
  await agreeOn(sasl, connection, timeout)
  let refused: BrokerError | undefined
  const authenticator = mechanisms[sasl.mechanism](sasl)({
    host: connection.address.host,
    port: connection.address.port,
    logger: { debug: () => undefined, error: () => undefined },
    saslAuthenticate: async ({ request, response }) => {
      try {
        const answer = await exchange(connection, await request.encode(), sasl, timeout)
        return await response.parse(await response.decode(answer))
      } catch (error) {
        if (error instanceof BrokerError) refused = error
        throw error
      }
    },
  })
  try {
    await authenticator.authenticate()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused ?? refusal('login-refused', { reason: `${addressText(connection.address)}: ${reason}` })
  }
}

async function agreeOn({ mechanism }: Sasl, connection: Connection, timeout: number): Promise<void> {
  const name = mechanism.toUpperCase()
  const { errorCode, enabledMechanisms } = await connection.ask(saslHandshake, { mechanism: name }, timeout)
  const place = addressText(connection.address)
  if (errorCode === 33)
    throw refusal('login-refused', {
      reason: `${place} does not take the SASL mechanism ${name} (33 UNSUPPORTED_SASL_MECHANISM)`,
      hint: `It takes ${enabledMechanisms.join(', ')}.`,
    })
  if (errorCode === 34)
    throw refusal('login-refused', {
      reason: `${place} takes no login (34 ILLEGAL_SASL_STATE)`,
      hint: 'Leave `sasl` out, or use the port that wants a login.',
    })
  if (errorCode !== 0)
    throw refusal('login-refused', { reason: `${place} refused the login (error ${errorCode})` })
}

async function exchange(
  connection: Connection,
  authBytes: Buffer,
  { mechanism, username }: Sasl,
  timeout: number,
): Promise<Buffer> {
  const answer = await connection.ask(saslAuthenticate, { authBytes }, timeout)
  if (answer.errorCode === 0) return answer.authBytes
  const place = addressText(connection.address)
  throw refusal('login-refused', {
    reason: `${place} refused user "${username}" with ${mechanism.toUpperCase()} (${answer.errorCode} SASL_AUTHENTICATION_FAILED)`,
    hint: 'Check user name and password.',
  })
}
