import { apitest, node, script } from '../commands.mjs'
import { writeSmallSuites } from '../files/suites.mjs'
import { reading, writeToolRequests } from '../files/tool-requests.mjs'

/** How long it takes until the program does something. */
export const startRows = [
  {
    name: 'version',
    work: 'apitest --version',
    against: 'node -e 0',
    budget: 1.4,
    goal: 1.15,
    pairs: 31,
    sides: () => ({ ours: apitest('--version'), theirs: node('-e', '0') }),
  },
  {
    name: 'check-one',
    work: 'apitest check of one small suite',
    against: 'node -e 0',
    budget: 2,
    goal: 1.7,
    pairs: 31,
    sides: ({ folder }) => {
      const suites = writeSmallSuites(folder, 1)
      return { ours: apitest('check', suites), theirs: node('-e', '0') }
    },
  },
  {
    name: 'tool-server',
    work: 'apitest mcp until its tools are listed',
    against: 'node -e 0',
    budget: 3,
    goal: 2.5,
    pairs: 31,
    unit: 'CPU ms',
    sides: ({ folder }) => {
      const asked = writeToolRequests(folder)
      return { ours: reading(asked, apitest('mcp')), theirs: reading(asked, node('-e', '0')) }
    },
  },
  {
    name: 'check-1000',
    work: 'apitest check of 1000 suites',
    against: 'parsing the same YAML with js-yaml alone',
    budget: 1.6,
    goal: 1.2,
    pairs: 21,
    sides: ({ folder }) => {
      const suites = writeSmallSuites(folder, 1000)
      return { ours: apitest('check', suites), theirs: script('parse-yaml.mjs', suites) }
    },
  },
]
