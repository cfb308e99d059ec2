import path from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { errorProblem, type Result } from '../../model/problem.ts'
import { makeFolder } from '../../util/make-folder.ts'
import { type FormatName, formatOf } from './importers.ts'
import { isUrl, type SourceInput } from './read-source.ts'

/**
 * Keeps a copy of an API description that came from a URL, at `.tool/specs/<host>-openapi.json` (mission, import rule 2; a YAML
 * one as `.yaml`). Answers with where it is, relative to `directory`.
 */
export async function saveDescription(
  { source, format }: SourceInput & { readonly format?: FormatName },
  text: string,
  directory: string,
): Promise<Result<{ readonly copy?: string }>> {
  if (!isUrl(source) || (format ?? formatOf(text)) !== 'openapi') return { ok: true, value: {} }
  const ending = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const host = new URL(source).host.replace(':', '-')
  const copy = `.tool/specs/${host}-openapi.${ending}`
  const file = path.join(directory, copy)
  try {
    await makeFolder(path.dirname(file))
    await writeFileAtomic(file, text)
    return { ok: true, value: { copy } }
  } catch (error) {
    const message = `${copy} cannot be written: ${(error as Error).message}`
    return { ok: false, problems: [errorProblem({ code: 'store-unwritable', message })] }
  }
}
