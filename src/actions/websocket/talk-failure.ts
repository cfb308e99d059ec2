import { formatSize } from '../../util/quantity.ts'
import { bodyLimit } from '../body/kept-body.ts'
import { failed, type Failed } from '../failure.ts'

/** Why a talk over a WebSocket could not go on. */
export function talkFailure({ code = '', message }: NodeJS.ErrnoException): Failed['failure'] {
  if (code === 'TOO_MUCH')
    return failed('Network Error', message, 'Await fewer of them, or say more exactly which.').failure
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH')
    return failed('Network Error', `a message is larger than ${formatSize(bodyLimit)} (${code})`).failure
  if (code.startsWith('WS_ERR_') || code.startsWith('Z_'))
    return failed(
      'Network Error',
      `the server broke the WebSocket protocol: ${code.startsWith('Z_') ? 'a message cannot be unpacked: ' : ''}${inWords(message)} (${code})`,
      'The server, or something before it, writes frames that no client can rely on (RFC 6455).',
    ).failure
  const reason = code === 'ECONNRESET' ? 'the connection was reset' : message
  return failed('Network Error', `${reason} while the WebSocket was open (${code || 'no code'})`).failure
}

/** A WebSocket that ended without a close frame. */
export function lostConnection(): Failed['failure'] {
  return failed(
    'Network Error',
    'the connection ended without a close frame (1006)',
    'Look into the log of the server, and of what stands before it: it did not close the WebSocket, it went away.',
  ).failure
}

function inWords(message: string): string {
  const words = message.replace(/^Invalid WebSocket frame: /, '')
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
