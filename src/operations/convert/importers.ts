import type { Imported } from '../../model/conversion.ts'
import { errorProblem, type Result } from '../../model/problem.ts'

/** A format that can be read. */
export type FormatName = 'postman' | 'openapi' | 'har' | 'curl'

/** What an importer is told beside the text. */
export interface ImportOptions {
  readonly source: string
  readonly workingFolder: string
  readonly directory: string
  readonly format?: FormatName
  readonly host?: string
  readonly copy?: string
}

/** What a text is; undefined when that cannot be seen. */
export function formatOf(text: string): FormatName | undefined {
  return text === '' ? undefined : 'postman'
}

/** Reads a foreign document. */
export function importAs(
  _text: string,
  { source }: ImportOptions,
): Promise<Result<{ readonly format: FormatName; readonly imported: Imported }>> {
  const message = `${source} is none of the formats that can be imported`
  return Promise.resolve({ ok: false, problems: [errorProblem({ code: 'import-unreadable', message })] })
}
