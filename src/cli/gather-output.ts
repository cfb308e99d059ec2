import type { Output } from './output.ts'

/** Characters that are written at once. */
const enough = 16_384

/** Milliseconds a text may wait for more: a person does not see them. */
const longestWait = 20

/** An output that gathers small texts: a system call for every line would cost more than the request it reports. */
export function gatherOutput(output: Output): Output {
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    if (text !== '') writing = writing.then(() => output.write(text))
    return writing
  }
  return {
    ...output,
    write: async text => {
      pending += text
      if (pending.length >= enough) return flush()
      // What goes wrong is told by the next write, or at the end.
      timer ??= setTimeout(() => void flush().catch(() => undefined), longestWait)
      return undefined
    },
    close: async () => {
      await flush()
      await output.close()
    },
  }
}
