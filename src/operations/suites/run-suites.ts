import type { RunSummary } from '../../model/result.ts'
import { placed } from '../input-keys.ts'
import { operation } from '../operation.ts'
import { published } from '../schema.ts'
import { prepareProjects } from './prepare-run.ts'
import { isUrl } from '../../util/is-url.ts'
import { summaryDefinition } from '../problems-schema.ts'
import { type RunInput, runInput } from './run-input.ts'
import { runPrepared } from './run-prepared.ts'

/**
 * Runs suites, saved requests, folders of them, once or for each row of a data file. The command line asks for the two halves
 * one after the other, because the configuration that the first one reads names the reports of the second.
 */
export const runSuites = operation({
  name: 'run-suites',
  permission: 'traffic',
  summary: 'Runs suites, or saved requests and folders, once or for each row of a data file.',
  input: runInput,
  answer: published<RunSummary>(summaryDefinition, 'How the run ended'),
  preview: async (given, host) => {
    const { previewProjects } = await import('../preview.ts')
    return previewProjects(await prepareProjects(offline(placed(given, host)), host))
  },
  async run(given, host) {
    const input = placed(given, host)
    const emit = host.emit ?? (() => undefined)
    const prepared = await prepareProjects(input, host)
    return { ok: true, value: await runPrepared(prepared, input, { ...host, emit }) }
  },
})

/** A run of which no description at a URL is read: nothing is asked for over a network before somebody has allowed that. */
export function offline(input: RunInput): RunInput {
  const { spec, coverageThresholds: _, ignoreFile: _ignore, ...others } = input
  return spec !== undefined && isUrl(spec) ? others : input
}
