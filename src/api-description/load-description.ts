import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorProblem, type Result } from '../model/problem.ts'
import type { ApiDescription } from './api-description.ts'
import { buildDescription } from './build-description.ts'
import { loadDocuments } from './documents/load-documents.ts'
import type { ReadDocument } from './documents/loaded-document.ts'
import { declaredVersions, versionOf } from './is-open-api.ts'

/**
 * Reads an OpenAPI 3 or Swagger 2 document, JSON or YAML, with every document it refers to. `source` is a path or a URL;
 * `readDocument` is asked for `file:` and `http:` addresses. A reference that leads nowhere costs only the operation that
 * uses it; a document that is none is a problem `import-unreadable`.
 */
export async function loadDescription(
  source: string,
  readDocument: ReadDocument,
): Promise<Result<ApiDescription>> {
  const loaded = await loadDocuments(addressOf(source), readDocument)
  if (!loaded.ok)
    return typeof loaded.problems === 'string'
      ? unreadable(source, loaded.problems)
      : { ok: false, problems: loaded.problems }
  const { root, documents } = loaded.value
  const version = versionOf(root.root)
  if (version === undefined) return unreadable(source, notOpenApi(declaredVersions(root.root)))
  return { ok: true, value: buildDescription(root, documents, version) }
}

/** The address of a path or URL. */
function addressOf(source: string): string {
  if (/^(?:https?|file):\/\//i.test(source)) return new URL(source).href.replace(/#.*$/, '')
  return pathToFileURL(path.resolve(source)).href
}

function notOpenApi({ openapi, swagger }: { openapi?: string; swagger?: string }): string {
  if (openapi !== undefined) return `OpenAPI ${openapi} is not known`
  if (swagger !== undefined) return `Swagger ${swagger} is not known`
  return 'it has neither "openapi" nor "swagger" at its top'
}

function unreadable(source: string, reason: string): Result<never> {
  const message = `${source} cannot be read as OpenAPI: ${reason}`
  const hint = 'Documents of OpenAPI 3 and Swagger 2 are read, as JSON or YAML.'
  return { ok: false, problems: [errorProblem({ code: 'import-unreadable', message, hint })] }
}
