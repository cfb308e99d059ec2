import path from 'node:path'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { decodeText, EncodingError, encodingHint } from '../../util/decode-text.ts'
import { largestWritten, readBytes } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { plural } from '../../util/quantity.ts'
import { quoted, stepWords } from '../preview.ts'
import { operation, type Workspace } from '../operation.ts'
import { fileName, list, object, text, type ValueOf, whole } from '../schema.ts'
import { stepSchema } from './call-input.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { addStep } from './add-step.ts'
import { withoutSecrets } from './without-secrets.ts'

const saveInput = object({
  steps: list(stepSchema, 'The steps of a call: one, unless a listener is opened first'),
  file: fileName('write', 'The suite, NAME.apitest.yaml, which is made when it is not there'),
})

const savedStep = object({
  numbers: list(whole('A number'), 'Their numbers among the steps of the suite, from 1'),
  notes: list(text('A sentence'), 'What to do before they can run'),
})

/** The steps to save, and their file. */
export type SaveStepInput = ValueOf<typeof saveInput>

/** Keeps a call as the last steps of a suite, which is made when there is none. Secrets become placeholders. */
export const saveStep = operation({
  name: 'save-step',
  permission: 'project',
  canRehearse: true,
  preview: ({ steps, file }) =>
    Promise.resolve({
      ok: true,
      value: {
        sentences: [
          `Writes ${plural(steps.length, 'step')} to the suite ${quoted(file)}`,
          ...steps.map(stepWords),
        ],
        production: [],
      },
    }),
  summary: 'Saves a call as the last step of a suite, without its secrets.',
  input: saveInput,
  answer: savedStep,
  async run(input, host) {
    const prepared = prepareSave(input, host)
    if (!prepared.ok) return prepared
    const { absolute, text, saved } = prepared.value
    if (host.rehearses === true) return { ok: true, value: saved }
    try {
      await writeWhole(absolute, text)
      return { ok: true, value: saved }
    } catch (error) {
      return usageRefusal(`--save ${input.file} cannot be written: ${(error as Error).message}`)
    }
  },
})

/**
 * Prepares the text that saving would write. Nothing is written yet, so that a hopeless save can be refused before
 * anything is sent.
 */
export function prepareSave(
  { steps, file }: SaveStepInput,
  { workingFolder }: Pick<Workspace, 'workingFolder'>,
): Result<PreparedSave> {
  if (steps.length === 0) return usageRefusal('there is no step to save', 'Give the step under `steps`.')
  const absolute = path.resolve(workingFolder, file)
  if (!/\.apitest\.ya?ml$/.test(absolute))
    return usageRefusal(`--save ${file} is not the name of a suite`, 'Suites are called NAME.apitest.yaml.')
  const before = existing(absolute)
  if (before instanceof EncodingError) return usageRefusal(`--save ${file} ${before.message}`, encodingHint)
  if (before instanceof Error) return usageRefusal(`--save ${file} cannot be read: ${before.message}`)
  const name = path.basename(absolute).replace(/\.apitest\.ya?ml$/, '')
  const numbers: number[] = []
  const notes = new Set<string>()
  let text = before
  for (const step of steps) {
    const hidden = withoutSecrets(step)
    const added = addStep(text, relocateFiles(hidden.step, workingFolder, path.dirname(absolute)), name)
    if (!added.ok) return usageRefusal(`--save ${file}: ${added.reason}; nothing was saved`)
    text = added.text
    numbers.push(added.number)
    for (const note of hidden.notes) notes.add(note)
  }
  return { ok: true, value: { absolute, text: text ?? '', saved: { numbers, notes: [...notes] } } }
}

/** The text that saving would write, and its file. */
interface PreparedSave {
  readonly absolute: string
  readonly text: string
  readonly saved: ValueOf<typeof savedStep>
}

/** The text of a suite, to the letter; undefined when there is none. */
function existing(file: string): string | Error | undefined {
  try {
    const bytes = readBytes(file, largestWritten)
    const text = decodeText(bytes)
    return typeof text === 'string' ? bytes.toString('utf8') : text
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : (error as Error)
  }
}
