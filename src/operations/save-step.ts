import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { JsonObject } from '../model/json.ts'
import { type Result, usageProblem } from '../model/problem.ts'
import { makeFolder } from '../util/make-folder.ts'
import type { Operation } from './operation.ts'
import { relocateFiles } from './save/relocate-files.ts'
import { addStep } from './save/add-step.ts'
import { withoutSecrets } from './save/without-secrets.ts'

/** A step, and the suite that it is kept in. */
export interface SaveStepInput {
  readonly step: JsonObject
  /** File names in the step, and `file`, count from here. */
  readonly workingFolder: string
  readonly file: string
}

/** Where a step was saved. */
export interface SavedStep {
  /** Its number among the steps, from 1. */
  readonly number: number
  /** What to do before it can run. */
  readonly notes: readonly string[]
}

/** Keeps a call as the last step of a suite, which is made when there is none. Secrets become placeholders. */
export const saveStep: Operation<SaveStepInput, Result<SavedStep>> = {
  name: 'save step',
  permission: 'project',
  description: 'Keeps a call as a step of a suite.',
  async run({ step, workingFolder, file }) {
    const absolute = path.resolve(workingFolder, file)
    if (!/\.apitest\.ya?ml$/.test(absolute))
      return refused(`--save ${file} is not the name of a suite`, 'Suites are called NAME.apitest.yaml.')
    const hidden = withoutSecrets(step)
    const moved = relocateFiles(hidden.step, workingFolder, path.dirname(absolute))
    try {
      const added = addStep(
        existing(absolute),
        moved,
        path.basename(absolute).replace(/\.apitest\.ya?ml$/, ''),
      )
      if (!added.ok) return refused(`--save ${file}: ${added.reason}; nothing was saved`)
      await makeFolder(path.dirname(absolute))
      await writeFile(absolute, added.text)
      return { ok: true, value: { number: added.number, notes: hidden.notes } }
    } catch (error) {
      return refused(`--save ${file} cannot be written: ${(error as Error).message}`)
    }
  },
}

function existing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function refused(message: string, hint?: string): Result<never> {
  return { ok: false, problems: [usageProblem(message, hint)] }
}
