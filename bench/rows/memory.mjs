import { apitest, node } from '../commands.mjs'
import { writeDownload, writeRows, writeSuite } from '../files/suites.mjs'

const unit = 'KiB'

/** Peak memory of the whole process. */
export const memoryRows = [
  {
    name: 'memory-rows',
    work: '1000 data rows',
    against: '100 data rows',
    budget: 1.15,
    goal: 1.05,
    pairs: 7,
    unit,
    sides: ({ folder, url }) => ({
      ours: apitest(...writeRows(folder, url, 1000)),
      theirs: apitest(...writeRows(folder, url, 100)),
    }),
  },
  {
    name: 'memory-requests',
    work: 'the 1000-request suite',
    against: 'node -e 0',
    budget: 1.8,
    goal: 1.6,
    pairs: 7,
    requests: { ours: 1000, theirs: 0 },
    unit,
    sides: ({ folder, url }) => ({
      ours: apitest(writeSuite(folder, url, { count: 1000 })),
      theirs: node('-e', '0'),
    }),
  },
  {
    name: 'memory-body',
    work: 'a 200 MB response body nobody reads',
    against: 'one of 1 KB',
    budget: 1.5,
    goal: 1.1,
    pairs: 7,
    requests: 1,
    unit,
    sides: ({ folder, url }) => ({
      ours: apitest(writeDownload(folder, url, 200 * 1024 * 1024)),
      theirs: apitest(writeDownload(folder, url, 1024)),
    }),
  },
]
