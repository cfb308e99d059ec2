import { measureServer } from '../mocks/measure.mjs'

const requests = 40_000
const many = 10_000
const units = { request: 'µs', start: 'ms', idle: 'KiB', busy: 'KiB' }

/** 0.3 s and 70 MB where a mock of one route takes 0.1 s and 55 MB. */
const ofManyRoutes = {
  ours: () => measureServer('apitest', many, 100),
  theirs: () => measureServer('apitest', 1, 100),
}

/** The cost of a mock that runs on its own, beside bare servers and other tools. */
export const mockRows = [
  row(
    'mock',
    'a request to a mock of one route',
    'a server of node:http alone',
    [1 / 0.75, 1 / 0.9],
    'request',
    {
      ours: () => measureServer('apitest', 1, requests),
      theirs: () => measureServer('node:http', 1, requests),
    },
  ),
  row(
    'mock-many',
    `a request to a mock of ${many} routes`,
    'the same of one',
    [1 / 0.8, 1 / 0.9],
    'request',
    {
      ours: () => measureServer('apitest', many, requests),
      theirs: () => measureServer('apitest', 1, requests),
    },
  ),
  row(
    'mock-many-start',
    `the start of a mock of ${many} routes`,
    'that of one',
    [3, 2],
    'start',
    ofManyRoutes,
  ),
  row('mock-many-memory', `memory of a mock of ${many} routes`, 'of one', [1.26, 1.15], 'idle', ofManyRoutes),
  ...['mockoon', 'wiremock'].flatMap(name => [
    row(`mock-${name}`, 'a request to a mock of one route', name, [0.5, 0.1], 'request', {
      ours: () => measureServer('apitest', 1, requests),
      theirs: () => measureServer(name, 1, 4000),
    }),
    row(`mock-${name}-start`, 'the start of a mock of one route', name, [0.5, 0.2], 'start', {
      ours: () => measureServer('apitest', 1, 100),
      theirs: () => measureServer(name, 1, 100),
    }),
    row(`mock-${name}-memory`, 'memory of a mock that was asked', name, [0.8, 0.5], 'busy', {
      ours: () => measureServer('apitest', 1, 4000),
      theirs: () => measureServer(name, 1, 4000),
    }),
  ]),
]

/** Both sides in turn, three times. */
function row(name, work, against, [budget, goal], figure, sides) {
  const measure = async () => {
    const measured = { ours: [], theirs: [] }
    for (let pair = 0; pair < 3; pair++)
      for (const side of ['ours', 'theirs']) measured[side].push((await sides[side]())[figure])
    const ratios = measured.ours.map((value, index) => value / measured.theirs[index])
    return { ratio: middle(ratios), ours: middle(measured.ours), theirs: middle(measured.theirs) }
  }
  return { name, work, against, budget, goal, unit: units[figure], measure }
}

function middle(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
