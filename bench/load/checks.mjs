/** A comparison that a line prints: what was expected of what, what it was, and whether that will do. */
export function check(what, expected, measured, ok) {
  return { what, expected, measured, ok }
}

/** A figure that is to be another, within a share of it. */
export function within(what, expected, measured, share, text = milliseconds) {
  const deviation = measured / expected - 1
  const told = `${text(measured)} (${deviation < 0 ? '' : '+'}${(deviation * 100).toFixed(1)} %)`
  return check(what, `${text(expected)} ± ${share * 100} %`, told, Math.abs(deviation) <= share)
}

export function milliseconds(value) {
  return `${value.toFixed(value < 100 ? 2 : 0)} ms`
}

export function perSecond(value) {
  return `${value.toFixed(1)}/s`
}
