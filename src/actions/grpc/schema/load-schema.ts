import type { HeaderList } from '../../../model/exchange.ts'
import type { ActionContext } from '../../action.ts'
import type { Prepared } from '../../failure.ts'
import type { RunResources } from '../../resources.ts'
import type { GrpcCaller } from '../grpc-caller.ts'
import type { SchemaFiles } from '../grpc-request.ts'
import { endpointKey } from '../wire/grpc-channels.ts'
import { readSchema } from './read-schema.ts'
import { Reflection } from './reflection.ts'
import type { Schema } from './schema.ts'

/** The schemas that have been read, and asked for, in a run. */
interface Known {
  readonly files: Map<string, Prepared<Schema>>
  readonly reflections: Map<string, Reflection>
}

/** True where a schema is in files, so that no server has to be asked. */
export function isInFiles({ proto, descriptorSet }: SchemaFiles): boolean {
  return proto.length > 0 || descriptorSet !== undefined
}

/** The schema in files: read once in a run. */
export function schemaInFiles(
  files: SchemaFiles,
  { resources, directory }: Pick<ActionContext, 'resources' | 'directory'>,
): Prepared<Schema> {
  const key = JSON.stringify([directory, files])
  const known = knownOf(resources).files
  let schema = known.get(key)
  if (schema === undefined) {
    schema = readSchema(files, directory)
    known.set(key, schema)
  }
  return schema
}

/** The schema that a server tells of these names; what it told before is not asked again in the same run. */
export async function schemaByReflection(
  names: readonly string[],
  caller: GrpcCaller,
  metadata: HeaderList,
  resources: RunResources,
): Promise<Prepared<Schema>> {
  const { reflections } = knownOf(resources)
  const key = endpointKey(caller.endpoint)
  const reflection = reflections.get(key) ?? new Reflection(caller.endpoint.target.authority)
  reflections.set(key, reflection)
  return reflection.learn(names, (path, messages) => {
    return caller.call({ path, messages, metadata })
  })
}

function knownOf(resources: RunResources): Known {
  return resources.get('grpc schemas', () => ({
    value: { files: new Map(), reflections: new Map() },
  }))
}
