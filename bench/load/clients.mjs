// Programs that put load on a server: for each what to run, and how many requests it says were answered. Those that check an
// answer look at the status and two fields of the JSON, and have parsed all of it. What went wrong anywhere is an error.
import { apitest, peer } from '../commands.mjs'
import { write } from '../files/suites.mjs'
import { item } from './item.mjs'

export const clients = {
  apitest: {
    command: ({ folder, url, callers, requests }) => {
      const load = ['--callers', callers, '--requests', requests, '--json']
      return apitest('load', writeSuite(folder, url), ...load.map(String), ...manyCallers(callers))
    },
    // It is unreliable where the machine is too busy to be believed; here the time of an answer is no matter.
    statuses: [0, 3],
    answered: text => {
      const { verdict, reasons, all } = JSON.parse(text)
      if (all.ok !== all.requests || all.statuses[200] !== all.requests || all.errors > 0)
        throw new Error(`apitest had ${all.errors} errors in ${all.requests} requests`)
      if (verdict !== 'pass' && verdict !== 'unreliable') throw new Error(`apitest: ${reasons.join(' ')}`)
      return all.requests
    },
  },
  k6: {
    command: ({ folder, url, callers, requests }) => {
      const flags = ['--quiet', '--no-usage-report', '--no-color']
      return peer('k6', 'run', ...flags, write(folder, 'items.k6.js', k6Script(url, callers, requests)))
    },
    answered: text => {
      const { http_reqs: sent, http_req_failed: failed, checks } = JSON.parse(text).metrics
      const { count } = sent.values
      // Without a check there is no count of them.
      const { passes = 0, fails = 0 } = checks?.values ?? {}
      if (failed.values.passes > 0 || fails > 0 || passes !== 3 * count)
        throw new Error(`k6 had ${passes} good checks in ${count} requests`)
      return count
    },
  },
  autocannon: {
    command: ({ url, callers, requests }) =>
      peer('autocannon', ...['-c', callers, '-a', requests, '-j', '-n', url].map(String)),
    answered: text => {
      const { '2xx': good, non2xx, errors, timeouts } = JSON.parse(text)
      if (non2xx + errors + timeouts > 0)
        throw new Error(`autocannon had ${non2xx + errors + timeouts} errors in ${good} requests`)
      return good
    },
  },
  wrk: {
    command: ({ url, callers, seconds }) => peer('wrk', '-t1', `-c${callers}`, `-d${seconds}s`, url),
    /** Its end breaks off what is under way. */
    isTimed: true,
    answered: text => {
      const [wrong] = /^ *(Socket errors|Non-2xx).*/m.exec(text) ?? []
      if (wrong !== undefined) throw new Error(`wrk: ${wrong.trim()}`)
      return Number(/(\d+) requests in /.exec(text)?.[1])
    },
  },
  oha: {
    command: ({ url, callers, requests }) =>
      peer('oha', ...['-n', requests, '-c', callers, '--no-tui', '--output-format', 'json', url].map(String)),
    answered: text => {
      const { statusCodeDistribution: statuses, errorDistribution: errors } = JSON.parse(text)
      if (Object.keys(errors).length > 0 || Object.keys(statuses).join() !== '200')
        throw new Error(`oha: ${JSON.stringify({ statuses, errors })}`)
      return statuses[200]
    },
  },
}

function manyCallers(callers) {
  return callers > 200 ? ['--allow-many'] : []
}

function writeSuite(folder, url) {
  return write(
    folder,
    'items.apitest.yaml',
    `suite: Items
steps:
  - name: Item
    request: GET ${url}
    validations:
      - status: 200
      - $.id: ${item.id}
      - $.name: ${item.name}
`,
  )
}

function k6Script(url, vus, iterations) {
  const all = { executor: 'shared-iterations', vus, iterations, maxDuration: '10m' }
  return `import http from 'k6/http'
import { check } from 'k6'

export const options = { scenarios: { all: ${JSON.stringify(all)} } }

export default function () {
  const answer = http.get('${url}')
  const item = answer.json()
  check(answer, {
    status: () => answer.status === 200,
    id: () => item.id === ${item.id},
    name: () => item.name === '${item.name}',
  })
}

export function handleSummary(data) {
  return { stdout: JSON.stringify(data) }
}
`
}
