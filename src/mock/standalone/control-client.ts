import { request } from 'node:http'
import type { JsonValue } from '../../model/json.ts'
import { waitingFor } from '../../util/interruptions.ts'
import type { ControlPlace } from './registry.ts'
import { parseJson } from '../../util/parse-json.ts'

/** Result of asking a process of mocks: its answer, that there is no such process, or that it does not answer in time. */
export type ControlAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly value: JsonValue }
  | { readonly kind: 'gone' }
  | { readonly kind: 'silent' }

/** How long a process of mocks may take to answer, in milliseconds. */
const longestSilence = 5_000

/** Asks (GET) or tells (POST) a process of mocks something, such as `/api/mocks`. Never rejects. */
export async function askControl(
  { url, token }: ControlPlace,
  method: 'GET' | 'POST',
  target: string,
): Promise<ControlAnswer> {
  return waitingFor(
    new Promise<ControlAnswer>(resolve => {
      const asked = request(`${url}${target}`, {
        method,
        agent: false,
        headers: { authorization: `Bearer ${token}` },
        timeout: longestSilence,
      })
      asked.on('timeout', () => {
        resolve({ kind: 'silent' })
        asked.destroy()
      })
      asked.on('error', () => {
        resolve({ kind: 'gone' })
      })
      asked.on('response', response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => {
          resolve({ kind: 'gone' })
        })
        response.on('end', () => {
          resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
        })
      })
      asked.end()
    }),
  )
}

/** At a port that was given to another program meanwhile, nobody knows the token. */
function answerOf(status: number, text: string): ControlAnswer {
  if (status === 401 || status === 403) return { kind: 'gone' }
  try {
    return { kind: 'answered', status, value: parseJson(text) }
  } catch {
    return { kind: 'gone' }
  }
}
