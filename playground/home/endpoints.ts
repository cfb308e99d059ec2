import type { OpenApiDocument, OpenApiOperation } from '../openapi/document.ts'
import { escapeHtml } from './escape-html.ts'

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
}

/** The endpoints of the document as HTML, one section per tag, in the order of the tags. */
export function endpointSections(document: OpenApiDocument): string {
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return document.tags
    .map(tag =>
      section(
        tag,
        endpoints.filter(endpoint => endpoint.operation.tags.includes(tag.name)),
      ),
    )
    .join('\n')
}

function section(tag: OpenApiDocument['tags'][number], endpoints: readonly Endpoint[]): string {
  return `<section class="tag">
<h3>${escapeHtml(tag.name)}</h3>
<p>${escapeHtml(tag.description)}</p>
<ul>
${endpoints.map(endpoint => item(tag.name, endpoint)).join('\n')}
</ul>
</section>`
}

function item(tag: string, { method, path, operation }: Endpoint): string {
  const explorer = `/explorer#/${encodeURIComponent(tag)}/${operation.operationId}`
  const shown = escapeHtml(path).replace(/\{(\w+)\}/g, '<var>:$1</var>')
  const label =
    method === 'GET'
      ? `<a href="${escapeHtml(withExamples(path, operation))}">${shown}</a>`
      : `<span>${shown}</span>`
  return `<li>
<code class="${method.toLowerCase()}"><b>${method}</b> ${label}</code>
<p>${escapeHtml(operation.summary)}</p>
<a class="try" href="${escapeHtml(explorer)}" aria-label="Try ${method} ${escapeHtml(path)} in the explorer">Try</a>
</li>`
}

function withExamples(path: string, { parameters = [] }: OpenApiOperation): string {
  return parameters.reduce(
    (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
}
