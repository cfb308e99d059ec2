/** The same events, with a tick whenever none came for `interval` milliseconds, so that a clock can go on. */
export async function* withTicks<Batch>(
  events: AsyncIterable<Batch>,
  interval: number,
): AsyncGenerator<Batch | 'tick'> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const answer = await Promise.race([next, afterPause(interval, next)])
      if (answer === 'tick') {
        yield answer
        continue
      }
      if (answer.done === true) return
      yield answer.value
      next = iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}

/** `tick` after the pause, unless `event` comes first: then the timer is gone. */
function afterPause(milliseconds: number, event: Promise<unknown>): Promise<'tick'> {
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      resolve('tick')
    }, milliseconds)
    const stop = () => {
      clearTimeout(timer)
    }
    event.then(stop, stop)
  })
}
