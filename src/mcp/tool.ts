import type { Permission, Progress } from '../operations/operation.ts'
import type { JsonObject } from '../util/json-value.ts'
import type { Reply } from './gate.ts'

/** A tool as a client is told of it; made of an operation when the program is built. */
export interface ToolDescription {
  /** The name of its operation in the way of tools: `send_request`. */
  readonly name: string
  readonly operation: string
  readonly permission: Permission
  /** The group that it belongs to, and whether it is offered only to those who ask for the whole group. */
  readonly group: string
  readonly rare: boolean
  /** Summary of its operation. */
  readonly summary: string
  /** The same, and that its user may be asked. */
  readonly description: string
  readonly inputSchema: ToolSchema
  readonly outputSchema: ToolSchema
  /** True where what its operation answers is no object by itself, and stands in one. */
  readonly wraps?: true
  readonly annotations: ToolAnnotations
}

/** A JSON Schema of an object that needs no other document. */
export interface ToolSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** The assumptions that a client may make of a tool before it is called (MCP 2026-07-28, server/tools: tool annotations). */
export interface ToolAnnotations {
  readonly title: string
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** One call, as a client makes it. */
export interface ToolCall {
  readonly name: string
  readonly input: JsonObject
  readonly reply: Reply
  /** True where its client can ask its user. */
  readonly canAsk: boolean
  readonly signal: AbortSignal
  readonly progress?: (progress: Progress) => void
}

/** The tools that are offered: of the groups that were named, or the usual ones of all; `all` names all. */
export function offeredTools(
  tools: readonly ToolDescription[],
  groups: readonly string[],
): readonly ToolDescription[] {
  return tools.filter(({ group, rare }) =>
    groups.length === 0 ? !rare : groups.includes('all') || groups.includes(group),
  )
}
