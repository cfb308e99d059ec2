import { apitest, peer } from '../commands.mjs'
import { writeBrunoCollection } from '../files/bruno.mjs'
import { writeHttpFile } from '../files/httpyac.mjs'
import { writeHurlFile, writeHurlFiles } from '../files/hurl.mjs'
import { writePostmanCollection } from '../files/postman.mjs'
import { writeWorkflow } from '../files/stepci.mjs'
import { writeSuite, writeSuites } from '../files/suites.mjs'

const count = 1000
const workers = '4'

/** The same requests, validations and extracts in the language of other tools. */
export const peerRows = [
  against('hurl', 1.2, 0.8, 11, hurl),
  { ...against('hurl', 1.3, 0.95, 11, hurl), name: 'hurl-cpu', unit: 'CPU ms' },
  {
    name: 'hurl-files',
    work: '200 files of 10 requests, in parallel',
    against: `hurl --test --parallel, ${workers} workers each`,
    budget: 1.3,
    goal: 1,
    pairs: 11,
    requests: 2000,
    sides: ({ folder, url }) => ({
      ours: apitest('--workers', workers, writeSuites(folder, url, { files: 200, count: 10 })),
      theirs: peer(
        'hurl',
        ...['--test', '--parallel', '--jobs', workers],
        writeHurlFiles(folder, url, { files: 200, count: 10 }),
      ),
    }),
  },
  against('newman', 1 / 8, 1 / 30, 3, ({ folder, url }) =>
    peer('newman', 'run', writePostmanCollection(folder, url, { count })),
  ),
  against('bruno', 1 / 6, 1 / 20, 3, ({ folder, url }) => ({
    ...peer('bruno', 'run'),
    folder: writeBrunoCollection(folder, url, { count }),
  })),
  against('stepci', 1 / 3, 1 / 6, 3, ({ folder, url }) =>
    peer('stepci', 'run', writeWorkflow(folder, url, { count })),
  ),
  against('httpyac', 1 / 3, 1 / 5, 3, ({ folder, url }) =>
    peer('httpyac', 'send', '--all', writeHttpFile(folder, url, { count })),
  ),
]

function hurl({ folder, url }) {
  return peer('hurl', '--test', writeHurlFile(folder, url, { count }))
}

function against(name, budget, goal, pairs, theirs) {
  return {
    name,
    work: `${count} requests, 3 validations and 1 extract each`,
    against: name,
    budget,
    goal,
    pairs,
    requests: count,
    sides: context => ({
      ours: apitest(writeSuite(context.folder, context.url, { count })),
      theirs: theirs(context),
    }),
  }
}
