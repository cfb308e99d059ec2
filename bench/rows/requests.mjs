import { apitest, script } from '../commands.mjs'
import { writeRows, writeSuite, writeTenSteps } from '../files/suites.mjs'

/** The cost of requests beside that of the HTTP library for them. */
export const requestRows = [
  {
    name: 'one-request',
    work: 'one suite, one request, whole process',
    against: 'a script doing that request with undici',
    budget: 1.8,
    goal: 1.3,
    pairs: 31,
    requests: 1,
    sides: context => sides(context, 1),
  },
  {
    name: 'requests',
    work: '1000 requests, 3 validations and 1 extract each',
    against: 'a bare loop over a socket, JSON parsed',
    budget: 2.5,
    goal: 1.8,
    pairs: 11,
    unit: 'CPU ms',
    requests: 1000,
    sides: ({ folder, url }) => ({
      ours: apitest(writeSuite(folder, url, { count: 1000 })),
      theirs: script('socket-loop.mjs', url, '1000'),
    }),
  },
  rowsRow('requests-rows', 'CPU ms', 1.8, 1.4),
  rowsRow('requests-user', 'user ms', 2.7, 1.6),
  {
    name: 'token-cache',
    work: '1000 requests with oauth2, one of them for the token',
    against: 'the same requests with a bearer token',
    budget: 1.1,
    goal: 1.03,
    pairs: 11,
    requests: { ours: 1001, theirs: 1000 },
    sides: ({ folder, url }) => ({
      ours: apitest(...writeRows(folder, url, 1000, { auth: oauth2(url), file: 'oauth2.apitest.yaml' })),
      theirs: apitest(
        ...writeRows(folder, url, 1000, { auth: '{ bearer: a-token }', file: 'bearer.apitest.yaml' }),
      ),
    }),
  },
  {
    name: 'requests-tls',
    work: '1000 requests over TLS with keep-alive, the authority from a file',
    against: 'a bare loop over a TLS socket, JSON parsed',
    budget: 1.6,
    goal: 1.3,
    pairs: 11,
    unit: 'CPU ms',
    requests: 1000,
    sides: ({ folder, secureUrl, authority }) => ({
      ours: apitest(
        writeSuite(folder, secureUrl, {
          count: 1000,
          file: 'tls.apitest.yaml',
          settings: { tls: { ca: authority } },
        }),
      ),
      theirs: script('socket-loop.mjs', secureUrl, '1000', authority),
    }),
  },
]

/** Ten steps for each of a thousand rows. */
function rowsRow(name, unit, budget, goal) {
  return {
    name,
    work: '10 steps for each of 1000 data rows, 3 validations and 1 extract each',
    against: '10,000 requests of a bare loop over a socket, JSON parsed',
    budget,
    goal,
    pairs: 5,
    unit,
    requests: 10_000,
    sides: ({ folder, url }) => ({
      ours: apitest(...writeTenSteps(folder, url, 1000)),
      theirs: script('socket-loop.mjs', url, '10000'),
    }),
  }
}

function sides({ folder, url }, count) {
  return {
    ours: apitest(writeSuite(folder, url, { count })),
    theirs: script('loop.mjs', url, String(count)),
  }
}

function oauth2(url) {
  return `{ oauth2: { token-url: "${url}/token", client-id: bench, client-secret: bench-secret } }`
}
