import { compareClients } from '../load/measure.mjs'

/** How many requests a row sends on each side; LOAD_REQUESTS=5000 is for a trial. */
const { LOAD_REQUESTS } = process.env
const requests = Number(LOAD_REQUESTS ?? 200_000)
const requestsOfMany = Number(LOAD_REQUESTS ?? 100_000)
const seconds = LOAD_REQUESTS === undefined ? 10 : 1
const callers = 50

/**
 * The cost of `apitest load` beside other programs that put load on the same nginx: a KB of JSON, parsed, with three
 * validations. Those without checks do less.
 */
export const loadRows = [
  costRow('k6', 'k6, the same checks', [1 / 3, 1 / 5]),
  costRow('autocannon', 'autocannon, no checks', [1, 1 / 1.3]),
  costRow('wrk', 'wrk, no checks', [1 / 0.3, 2]),
  costRow('oha', 'oha, no checks', [1 / 0.3, 2]),
  memoryRow('load-memory', 2000, [0.25, 0.15]),
  memoryRow('load-memory-200', 200, [1, 0.8]),
]

function costRow(client, against, [budget, goal]) {
  const work = `a request of ${callers} callers, JSON and 3 validations`
  const measure = () =>
    compareClients(
      { ours: { client: 'apitest', callers, requests }, theirs: { client, callers, requests, seconds } },
      'request',
      3,
    )
  return { name: `load-${client}`, work, against, budget, goal, unit: 'µs', measure }
}

function memoryRow(name, many, [budget, goal]) {
  const load = { callers: many, requests: requestsOfMany }
  const measure = () =>
    compareClients({ ours: { client: 'apitest', ...load }, theirs: { client: 'k6', ...load } }, 'memory', 3)
  return { name, work: `${many} callers`, against: 'k6', budget, goal, unit: 'KiB', measure }
}
