import path from 'node:path'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { givenValues, typedValues, valuesIn } from '../../contract/live/given-values.ts'
import { firstOf, type ValueSource } from '../../contract/live/value-sources.ts'
import { readWithPlaces } from '../../document/index.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'
import type { Secrets } from '../../secrets/index.ts'
import { isObject } from '../../util/is-json.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { readFileText } from '../convert/read-source.ts'
import type { SecretReader } from '../opening/secret-commands.ts'
import { collectionValues } from './collection-values.ts'
import type { CheckContractInput } from './contract-check-input.ts'

/** The values that a check is given: typed, in a file, and of a collection. */
export async function valuesOf(
  input: CheckContractInput,
  description: ApiDescription,
  interrupt: AbortSignal,
  secrets: Secrets,
  reader?: SecretReader,
): Promise<Result<ValueSource>> {
  const file = await fileValues(input)
  if (!file.ok) return file
  const { operations } = description
  const given = givenValues([...valuesIn(file.value, operations), ...input.values], operations)
  if (!given.ok) return given
  const typed = typedValues(given.value, new SchemaReader(description))
  if (input.collection === undefined) return { ok: true, value: typed }
  const collected = { ...input, collection: input.collection }
  const saved = await collectionValues(collected, description, interrupt, secrets, reader)
  return saved.ok ? { ok: true, value: firstOf([typed, saved.value]) } : saved
}

async function fileValues({ valuesFile, workingFolder }: CheckContractInput): Promise<Result<JsonObject>> {
  if (valuesFile === undefined) return { ok: true, value: {} }
  const file = path.resolve(workingFolder, valuesFile)
  const read = readFileText(file, valuesFile)
  if (!read.ok) return read
  const { value, problems } = await readWithPlaces(read.value, file, valuesHint)
  if (problems.length > 0) return { ok: false, problems }
  if (isObject(value)) return { ok: true, value }
  const message = `${valuesFile} holds no values by name`
  return refusal(errorProblem({ code: 'bad-value', message, hint: valuesHint }))
}

const valuesHint = 'Write `id: 7`, or `getUser: { id: 7 }`.'
