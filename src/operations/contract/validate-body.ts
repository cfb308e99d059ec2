import path from 'node:path'
import type { Direction } from '../../api-description/api-description.ts'
import { schemaFileProblems } from '../../load/gather-schemas.ts'
import type { JsonValue } from '../../model/json.ts'
import { type Result, usageRefusal, isError } from '../../model/problem.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { parseJson } from '../../util/parse-json.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import type { SchemaMessage } from '../../validations/schema/schema-message.ts'
import { readerOf, readSource, sourceKeys, type SourceInput, unreadable } from '../convert/read-source.ts'
import { operation } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import {
  choice,
  fileName,
  flag,
  list,
  object,
  optional,
  text,
  typed,
  type ValueOf,
  whole,
} from '../schema.ts'
import { documentedSchema, type NamedSchema } from './documented-schema.ts'
import { loadSpec } from './load-spec.ts'

const validateInput = object({
  ...sourceKeys,
  spec: optional(fileName('read', 'OpenAPI or Swagger document, file or URL, that describes the body')),
  operation: optional(text('Whose body it is: an operationId, or "GET /users/{id}"')),
  status: optional(whole('Status that the body comes with (the first documented success by default)')),
  direction: typed<Direction>(
    choice(['request', 'response'], 'Whether it is the body of the request or of the answer'),
  ),
  contentType: optional(text('Media type of the body (JSON by default)')),
  schema: optional(fileName('read', 'JSON Schema file instead of a document')),
})

const validateAnswer = object({
  against: text('What it was held against: status 200 of GET /users/{id} in openapi.yaml'),
  valid: flag('Whether it is as described'),
  failures: typed<readonly SchemaMessage[]>(
    list(
      object({ pointer: text('The place: /items/0/price'), message: text('must be number') }),
      'Every place that is wrong',
    ),
  ),
  warnings: optional({ ...problemsSchema, description: 'What is odd about the description' }),
})

type ValidateInput = ValueOf<typeof validateInput> & SourceInput

/** The schema that a body was checked against, and every place that is wrong. */
export type ValidateAnswer = ValueOf<typeof validateAnswer>

/** Holds the JSON in a file against a schema. */
export const validateBody = operation({
  name: 'validate-body',
  permission: 'read',
  summary: 'Holds a JSON body against a JSON Schema, or against an operation of an API description.',
  input: validateInput,
  answer: validateAnswer,
  async run(given, host) {
    const input = { ...given, ...readerOf(host) }
    const { status } = input
    if (status !== undefined && !(Number.isInteger(status) && status >= 100 && status <= 599))
      return usageRefusal('--status is a number from 100 to 599')
    const text = await readSource(input)
    if (!text.ok) return text
    const body = parsed(text.value, input.source)
    if (!body.ok) return body
    const schema = await schemaOf(input)
    if (!schema.ok) return schema
    return judged(schema.value, body.value)
  },
})

/** A schema may ask for more than anybody can wait for. */
function judged({ against, validate, warnings }: NamedSchema, body: JsonValue): Result<ValidateAnswer> {
  try {
    const failures = validate(body)
    return {
      ok: true,
      value: {
        against,
        valid: failures.length === 0,
        failures,
        ...(warnings.length === 0 ? {} : { warnings }),
      },
    }
  } catch (error) {
    if (!(error instanceof EvaluationEnded)) throw error
    return unreadable(`${against}: judging the body ${error.message}`, 'Make the schema simpler.')
  }
}

function parsed(text: string, source: string): Result<JsonValue> {
  try {
    return { ok: true, value: parseJson(text.replace(/^\uFEFF/, '')) }
  } catch (error) {
    const name = source === '-' ? 'the standard input' : source
    return unreadable(`${name} is not JSON: ${reasonOf(error)}`, 'Only JSON bodies have schemas.')
  }
}

async function schemaOf(input: ValidateInput): Promise<Result<NamedSchema>> {
  const { schema, spec, operation, workingFolder } = input
  if (schema !== undefined) {
    const library = createSchemaLibrary()
    const file = path.resolve(workingFolder, schema)
    const problems = await schemaFileProblems(file, schema, library)
    if (problems.some(isError)) return { ok: false, problems }
    const loaded = await library.load(file)
    return loaded.ok
      ? { ok: true, value: { against: schema, validate: loaded.validate, warnings: problems } }
      : unreadable(`${schema}: ${loaded.message}`)
  }
  if (spec === undefined || operation === undefined) {
    const hint = 'Name --schema user.schema.json, or --spec openapi.yaml --operation getUser.'
    return usageRefusal('validate needs a schema', hint)
  }
  const description = await loadSpec({ ...input, source: spec })
  return description.ok
    ? documentedSchema(description.value, operation, { ...input, spec: maskUrlCredentials(spec) })
    : description
}
