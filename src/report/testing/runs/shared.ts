import type { RunEvent } from '../../../model/run-event.ts'

/** Where the practice API of the runs answers. */
export const base = 'http://127.0.0.1:4010'

/** A body with a number that no JavaScript number can hold. */
export const user = '{"id":1,"name":"Bob","email":"bob@example.org","balance":12345678901234567890.10}'

/** The events of files in turn, as parallel files give them. */
export function interleaved(...files: (readonly RunEvent[])[]): RunEvent[] {
  const longest = Math.max(...files.map(file => file.length))
  return Array.from({ length: longest }, (_, index) =>
    files.flatMap(file => file.slice(index, index + 1)),
  ).flat()
}
