import type { OperationGroup } from '../operations/index.ts'
import type { AnyOperation } from '../operations/operation.ts'
import type { JsonObject } from '../util/json-value.ts'
import { type Definitions, kindsOf, outlineOf } from './outline-schema.ts'
import type { ToolAnnotations, ToolDescription, ToolSchema } from './tool.ts'

/** The tools of all operations, by name, which is the order in which they are always told. */
export function describeTools(
  groups: readonly OperationGroup[],
  definitions: Definitions,
): readonly ToolDescription[] {
  return groups
    .flatMap(({ name, operations, rare = [] }) =>
      [...operations, ...rare]
        .filter(({ byHand }) => byHand !== true)
        .map(operation => describeTool(operation, name, rare.includes(operation), definitions)),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function describeTool(
  operation: AnyOperation,
  group: string,
  rare: boolean,
  definitions: Definitions,
): ToolDescription {
  const { name, permission, summary, input, answer } = operation
  const kinds = kindsOf(answer, definitions)
  return {
    name: name.replaceAll('-', '_'),
    operation: name,
    permission,
    group,
    rare,
    summary,
    description: summary,
    inputSchema: outlineOf(input, definitions) as ToolSchema,
    ...(kinds['type'] === 'object' ? { outputSchema: kinds as ToolSchema } : wrapped(kinds)),
    annotations: annotationsOf(operation),
  }
}

/** The answer of a tool is an object in all versions of the protocol: anything else stands in one. */
function wrapped(kinds: JsonObject): Pick<ToolDescription, 'outputSchema' | 'wraps'> {
  return {
    outputSchema: { type: 'object', properties: { [wrapKey]: kinds }, required: [wrapKey] },
    wraps: true,
  }
}

/** The key of an answer that is no object by itself. */
export const wrapKey = 'answer'

function annotationsOf({ name, permission, destroys }: AnyOperation): ToolAnnotations {
  const words = name.replaceAll('-', ' ')
  return {
    title: words.charAt(0).toUpperCase() + words.slice(1),
    readOnlyHint: permission === 'read',
    destructiveHint: permission === 'traffic' || destroys === true,
    idempotentHint: permission === 'read',
    openWorldHint: permission === 'traffic',
  }
}
