import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { list, object } from '../schema.ts'
import { attachmentSchema, readUploads } from './uploads.ts'

/** Lists the files in `.tool/uploads/`, without their contents. */
export const listAttachments = operation({
  name: 'list-attachments',
  permission: 'read',
  summary: 'Lists the files in .tool/uploads/ by name, with size, type and checksum.',
  input: object(projectKeys),
  answer: list(attachmentSchema, 'The files'),
  async run(input, host) {
    const project = await projectFolder(input, host)
    return project.ok ? readUploads(project.value) : project
  },
})
