import { listAttachments } from '../../operations/attachments/list-attachments.ts'
import { defineCommand } from '../command.ts'
import { hostOf } from '../host.ts'
import { printAside } from '../print.ts'
import { printResult } from '../print-result.ts'
import { projectOf, savedOptions } from '../saved/saved-options.ts'
import { attachmentLines } from './attach.ts'

/** `apitest attachments`: lists what was attached. */
export const command = defineCommand({
  operations: [listAttachments],
  positionals: {},
  options: savedOptions,
  async run(given) {
    const answer = await listAttachments.run(projectOf(given), hostOf())
    if (answer.ok && answer.value.length === 0 && given.json !== true)
      printAside('no attachments; apitest attach keeps a file\n')
    return printResult(answer, given, attachmentLines)
  },
})
