import { attachFiles, givenFile } from '../../operations/attachments/attach-files.ts'
import type { Attachment } from '../../operations/attachments/uploads.ts'
import { usageProblem } from '../../model/problem.ts'
import { oneLine } from '../../report/text/printable.ts'
import { formatSize } from '../../util/quantity.ts'
import { defineCommand, text, texts } from '../command.ts'
import { hostOf } from '../host.ts'
import { outputPalette, printResult, refuse } from '../print-result.ts'
import { projectOf, savedOptions } from '../saved/saved-options.ts'

/** `apitest attach FILE...`: keeps copies of files in `.tool/uploads/`. */
export const command = defineCommand({
  operations: [attachFiles],
  positionals: {
    files: { ...texts, demandOption: true, describe: attachFiles.input.properties.files.description },
  },
  needs: ['a file', 'Write apitest attach users.csv.'],
  options: {
    ...savedOptions,
    name: { ...text, describe: givenFile.properties.name.description },
  },
  async run(given) {
    const { files, name } = given
    if (name !== undefined && files.length > 1)
      return refuse([usageProblem('--name is for one file', 'Attach the others by themselves.')])
    const named = name === undefined ? {} : { name }
    const input = { ...projectOf(given), files: files.map(file => ({ path: file, ...named })) }
    return printResult(await attachFiles.run(input, hostOf()), given, attachmentLines)
  },
})

/** A line for each attachment: where it is, and what. */
export function attachmentLines(attachments: readonly Attachment[]): readonly string[] {
  const { dim } = outputPalette()
  return attachments.map(
    ({ path, type, size }) => `${oneLine(path)}  ${dim(`${oneLine(type)}, ${formatSize(size)}`)}`,
  )
}
