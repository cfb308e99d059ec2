import { request } from 'node:http'
import { Duplex } from 'node:stream'
import { headerText, headerListOf } from '../engine/header-list.ts'
import { headerLimit } from '../engine/limits.ts'
import type { ReadAnswer } from './read-answer.ts'
import type { VariedAnswer } from './vary-answer.ts'

/** Reads an answer with the strict parser of node:http, over a socket that is none. */
export function readByNode({ pieces, method }: VariedAnswer): Promise<ReadAnswer> {
  const answer: ReadAnswer = { body: '', interims: 0 }
  const socket = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  return new Promise(resolve => {
    const sent = request({ method, createConnection: () => socket, maxHeaderSize: headerLimit })
    sent.on('socket', () => {
      for (const piece of pieces) socket.push(Buffer.from(piece, 'latin1'))
      socket.push(null)
    })
    sent.on('information', () => {
      answer.interims++
    })
    sent.on('response', response => {
      const { statusCode, statusMessage = '', rawHeaders } = response
      Object.assign(answer, {
        status: statusCode,
        statusText: headerText(statusMessage),
        headers: headerListOf(rawHeaders),
      })
      response.setEncoding('latin1')
      response.on('data', text => (answer.body += String(text)))
      response.on('end', () => {
        if (response.complete) answer.trailers = headerListOf(response.rawTrailers)
      })
      response.on('error', () => undefined)
    })
    sent.on('upgrade', () => {
      answer.fault = 'UNASKED_UPGRADE'
      socket.destroy()
    })
    sent.on('error', error => (answer.fault = faultOf(error)))
    sent.on('close', () => {
      // Bytes behind a whole answer do not make it wrong.
      setImmediate(() => {
        if (answer.trailers !== undefined) delete answer.fault
        else answer.fault ??= 'CLOSED'
        resolve(answer)
      })
    })
    sent.end()
  })
}

function faultOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  return code?.startsWith('HPE_') === true && code !== 'HPE_INVALID_EOF_STATE' ? message : 'CLOSED'
}
