import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Result } from '../../model/problem.ts'
import { isUrl } from '../../util/is-url.ts'
import { placed } from '../input-keys.ts'
import { inNearestProject } from '../opening/load-configuration.ts'
import type { Host, Preview } from '../operation.ts'
import { previewPlan, quoted } from '../preview.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { GenerateInput } from './generate-input.ts'

/** Tells which tests are written, and, where they are run, what the steps do that they were made of. */
export async function previewTests(input: GenerateInput, host: Host): Promise<Result<Preview>> {
  const { source, others = [], framework, output, run = false, check = false } = input
  const sources = [source, ...others]
  const shown = sources.map(quoted).join(' and ')
  const sentences = [
    check
      ? `Tells what tests of ${shown} would be written`
      : `Writes tests of ${shown}${framework === undefined ? '' : ` for ${framework}`}${output === undefined ? '' : ` to ${quoted(output)}`}`,
  ]
  if (!run || check) return { ok: true, value: { sentences, production: [] } }
  sentences.push('Runs them, and what they were made of')
  const paths = sources.filter(one => isSuiteSource(one, host.workingFolder))
  if (paths.length === 0) return { ok: true, value: { sentences, production: [] } }
  const given = inNearestProject(input, sources, host.workingFolder, 'suites')
  if (!given.ok) return given
  const prepared = await prepareRun({ ...placed(given.value, host), paths }, host)
  if (!prepared.ok) return prepared
  const { sentences: ofSteps, ...rest } = previewPlan(prepared.value, true)
  return { ok: true, value: { ...rest, sentences: [...sentences, ...ofSteps] } }
}

/** True where a source can be run as it is: suites, and what is saved. */
export function isSuiteSource(source: string, workingFolder: string): boolean {
  if (isUrl(source)) return false
  const file = path.resolve(workingFolder, source)
  return !existsSync(file) || /\.apitest\.ya?ml$/.test(file) || statSync(file).isDirectory()
}
