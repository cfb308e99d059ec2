import { listAttachments } from '../../operations/attachments/list-attachments.ts'
import { asking } from '../asking.ts'
import { printResult } from '../print-result.ts'
import { savedOptions } from '../saved/saved-options.ts'
import { attachmentLines } from './attach.ts'

/** `apitest attachments`: lists what was attached. */
export const command = asking(listAttachments, {
  options: savedOptions,
  show: (answer, given) =>
    printResult(answer, given, attachmentLines, 'no attachments; apitest attach keeps a file'),
})
