const count = 1000
const median = 20
const spread = 0.5

/**
 * The percentiles that are compared; a hundredth of the delays around each are the same, so that it does not hang on
 * which requests were measured.
 */
export const usualPercentiles = [50, 90, 95, 99]

/**
 * Milliseconds that answers wait for in turn: log-normal from 5 to 80, always the same ones. They are no random draw, but evenly
 * spread over the distribution, in an order without a pattern, so that any round of them has the same percentiles.
 */
export const delays = shuffled(
  Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5) / count
    const usual = usualPercentiles.find(percent => Math.abs(percent / 100 - share) <= 0.005)
    const delay = median * Math.exp(spread * normalQuantile(usual === undefined ? share : usual / 100))
    return Math.min(80, Math.max(5, delay))
  }),
)

/** The value below which a share of what is normally distributed lies, found by halving. */
function normalQuantile(share) {
  let low = -6
  let high = 6
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2
    if (shareBelow(middle) < share) low = middle
    else high = middle
  }
  return low
}

/** The area below the bell curve, in narrow strips. */
function shareBelow(value) {
  const steps = 500
  const width = (value + 8) / steps
  let sum = 0
  for (let step = 0; step < steps; step++) sum += Math.exp(-((-8 + (step + 0.5) * width) ** 2) / 2)
  return (sum * width) / Math.sqrt(2 * Math.PI)
}

/** In the order of a generator of numbers that begins with the same one. */
function shuffled(values) {
  const list = [...values]
  let state = 20_250
  for (let index = list.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (index + 1))
    ;[list[index], list[other]] = [list[other], list[index]]
  }
  return list
}
