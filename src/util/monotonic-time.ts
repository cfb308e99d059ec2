// `process` is looked up by a function of Node at each use.
const { hrtime } = process

/**
 * Milliseconds on a clock that only goes forward, to measure durations. `performance.now()` takes several times as long,
 * and eleven modules of Node that a run needs for nothing else.
 */
export function monotonicTime(): number {
  const time = hrtime()
  return time[0] * 1000 + time[1] / 1e6
}
