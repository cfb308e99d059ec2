import { text, texts, yes } from '../call/call-options.ts'
import type { OptionTable } from '../command-options.ts'
import { suiteOptions } from '../run-options.ts'

/** What `--fail-on` takes. */
export const failLevels = ['breaking', 'warning', 'never'] as const

/** Reports of a comparison. */
export const comparisonReporters = ['pretty', 'json', 'markdown', 'github'] as const

/** Options of `apitest contract diff`. */
export const diffOptions = {
  since: {
    ...text,
    describe: 'Compare each document with what it was in this revision of git: HEAD, origin/main',
  },
  'fail-on': {
    ...text,
    choices: failLevels,
    default: 'breaking',
    describe: 'The least level of change that makes the exit code 1',
  },
  ignore: {
    ...text,
    describe: 'File with changes to ignore; .apitest-diff-ignore.yaml unless said, where it is there',
  },
  reporter: {
    alias: 'r',
    ...texts,
    describe: `A report, name or name=file; repeatable: ${comparisonReporters.join(', ')}`,
  },
  'remote-references': { ...yes, describe: 'Read documents on the network that the descriptions refer to' },
  config: suiteOptions.config,
} as const satisfies OptionTable
