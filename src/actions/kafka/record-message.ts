import type { HeaderList, Message } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import { messageOf, textOrBase64 } from '../messages/message.ts'
import type { WireRecord } from './wire/record-batches.ts'

/** A record as a message: what is not UTF-8 in its key and headers is shown as base64, a tombstone's value as null. */
export function recordMessage(partition: number, record: WireRecord): Message {
  const { offset, timestamp } = record
  const key = record.key === null ? null : textOrBase64(record.key)
  const headers: HeaderList = record.headers.map(([name, value]) => [
    name,
    value === null ? '' : textOrBase64(value),
  ])
  return messageOf(record.value ?? Buffer.alloc(0), {
    headers,
    fields: { key, partition, offset: Number(offset) },
    entry: value => ({
      key,
      value: record.value === null ? null : value,
      headers: headerEntry(headers),
      ...{ partition, offset: Number(offset), timestamp },
    }),
  })
}

/** Headers by name; one that came several times has its values in a list. */
function headerEntry(headers: HeaderList): JsonObject {
  const names = [...new Set(headers.map(([name]) => name))]
  return Object.fromEntries(
    names.map(name => {
      const values = headers.filter(([other]) => other === name).map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
