import type { HeaderList } from '../model/exchange.ts'
import { headersOf } from './http-reader.ts'
import type { SpooledBody } from './spool.ts'

/** A request that went through a recording proxy, and what was answered. Heads are kept as text: there are many of them. */
export interface RecordedExchange {
  readonly request: RecordedMessage
  /** Absent where none came, and while it has not. */
  readonly answer?: RecordedMessage
  /** Milliseconds since 1970, when the head of the request was there. */
  readonly startedAt: number
  /** Milliseconds from then to the end of the answer. */
  readonly duration: number
  /** Why it is not known to its end. */
  readonly problem?: string
}

/** One of the two. */
export interface RecordedMessage {
  /** Its first line and its headers, a byte in each character. */
  readonly head: string
  readonly body: SpooledBody
}

/** Method and target of a request: `GET`, `/users?page=2`. */
export function targetOf({ head }: RecordedMessage): { readonly method: string; readonly target: string } {
  const [method = '', target = '/'] = firstLine(head).split(' ')
  return { method, target }
}

/** The status of an answer; 0 where its first line says none. */
export function statusOf({ head }: RecordedMessage): number {
  return Number(/^HTTP\/\d\.\d (\d{3})/.exec(head)?.[1] ?? 0)
}

/** The headers of a message; texts in UTF-8 are read as such. */
export function headersIn({ head }: RecordedMessage): HeaderList {
  return headersOf(head.split('\r\n').slice(1)).map(([name, value]) => [name, unicode(value)])
}

function firstLine(head: string): string {
  const end = head.indexOf('\r\n')
  return end < 0 ? head : head.slice(0, end)
}

function unicode(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  const text = Buffer.from(value, 'latin1').toString()
  return text.includes('\ufffd') ? value : text
}
