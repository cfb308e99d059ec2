import type { ApiDescription, Content, Operation } from '../../api-description/api-description.ts'
import { bareType, contentFor, isJsonType } from '../../api-description/find-response.ts'
import { formPairs } from '../../api-requests/making/body-of.ts'
import { preferredContent } from '../../api-requests/making/preferred-content.ts'
import { SchemaReader, type ReadSchema } from '../../validations/answer/schema-reader.ts'
import type { JsonValue } from '../../model/json.ts'
import { formFindings } from '../../api-requests/matching/request-body.ts'
import type { CallBuilder, OperationCall } from '../live/build-call.ts'
import { type BrokenBody, brokenBodies, isBroken } from './broken-bodies.ts'
import { brokenParameter, isAmbiguous, unknownId } from './broken-parameters.ts'
import { chooseCases } from './choose-cases.ts'
import { absenceStatuses, expectedStatuses } from './expected-statuses.ts'
import { type FoundCase, type NegativeCase, nameOfCase } from './negative-case.ts'
import type { NegativeOptions } from './negative-options.ts'

/** A case that may turn out to break no rule. */
interface Candidate {
  readonly found: FoundCase
  isBroken(): boolean
}

/** Makes negative cases of the operations of one description. */
export class NegativeCases {
  readonly #description: ApiDescription
  readonly #schemas: SchemaReader

  constructor(description: ApiDescription) {
    this.#description = description
    this.#schemas = new SchemaReader(description)
  }

  /**
   * The cases of an operation, each like its sound request but for one rule: in the order of the request's parts, and what
   * is about the whole of it last.
   */
  of(call: OperationCall, builder: CallBuilder, options: NegativeOptions): readonly NegativeCase[] {
    const { operation } = call
    const candidates = [
      ...this.#parameterCases(call, builder, options).map(always),
      ...this.#bodyCases(call),
      ...[...this.#wholeBodyCases(operation), ...this.#credentialCases(operation)].map(always),
    ]
    const chosen = chooseCases(candidates, options, ({ found }) => `${found.rule} ${found.place}`)
    return named(
      operation,
      chosen.map(({ found }) => found),
    )
  }

  #parameterCases(
    { operation, values }: OperationCall,
    builder: CallBuilder,
    { seed }: NegativeOptions,
  ): readonly FoundCase[] {
    const isOneOfSeveral = isAmbiguous(operation, this.#description.operations)
    return builder.valued(operation).flatMap(parameter => {
      const read = parameter.schema && this.#schemas.read(parameter.schema, 'request')
      if (read?.ok === false || (parameter.in === 'path' && isOneOfSeveral)) return []
      const sent = values.find(one => one.in === parameter.in && one.name === parameter.name)
      return [
        ...brokenParameter(parameter, sent?.value, read?.value),
        ...unknownId(operation, parameter, read?.value, seed),
      ]
    })
  }

  #bodyCases({ operation, values }: OperationCall): readonly Candidate[] {
    const content = preferredContent(operation.body?.contents ?? [])
    const sent = values.find(one => one.in === 'body')
    const read = content?.schema && this.#schemas.read(content.schema, 'request')
    if (content === undefined || sent === undefined || read?.ok !== true) return []
    const { value: schema } = read
    // A body that is not sound itself breaks more than the one rule.
    if (schema.validate(sent.value).length > 0) return []
    return brokenBodies(sent.value, schema)
      .filter(one => isWritable(one, content))
      .map(one => bodyCandidate(one, content, schema))
  }

  #wholeBodyCases({ body }: Operation): readonly FoundCase[] {
    const content = preferredContent(body?.contents ?? [])
    if (body === undefined || content === undefined) return []
    const type = bareType(content.type)
    const isJson = isJsonType(type)
    // Text that is not JSON may be a body of another type there.
    const isAnyType = body.contents.some(one => bareType(one.type) === '*/*')
    const part = { in: 'body', name: '' } as const
    const missing = {
      rule: 'no-body',
      place: 'body',
      words: 'body missing',
      change: { kind: 'without', part },
    } as const
    const text = '{"not": "JSON"'
    const syntax = {
      rule: 'syntax',
      place: 'body',
      words: 'body that is not JSON',
      sent: text,
      change: { kind: 'text', text, type: content.type },
    } as const
    const other = ['text/plain', 'application/xml', 'application/x-unknown'].find(
      one => contentFor(body.contents, one) === undefined,
    )
    return [
      ...(body.required ? [missing] : []),
      ...(isJson && !isAnyType ? [syntax] : []),
      ...(body.required && other !== undefined ? [contentTypeCase(other)] : []),
    ]
  }

  #credentialCases({ security = [] }: Operation): readonly FoundCase[] {
    const schemes = security.flatMap(requirement =>
      [...requirement.keys()].map(name => this.#description.securitySchemes.get(name)),
    )
    const isAsked = security.length > 0 && security.every(requirement => requirement.size > 0)
    // Certificates belong to the connection, and what is not described nobody can leave out.
    if (!isAsked || schemes.some(scheme => scheme === undefined || scheme.kind === 'other')) return []
    return (['none', 'wrong'] as const).map(are => ({
      rule: are === 'none' ? 'no-credentials' : 'wrong-credentials',
      place: 'credentials',
      words: are === 'none' ? 'no credentials' : 'credentials of nobody',
      change: { kind: 'credentials', are },
    }))
  }
}

function always(found: FoundCase): Candidate {
  return { found, isBroken: () => true }
}

function contentTypeCase(type: string): FoundCase {
  return {
    rule: 'content-type',
    place: 'content type',
    words: `content type ${type}`,
    sent: type,
    change: { kind: 'content-type', type },
  }
}

function bodyCandidate(broken: BrokenBody, content: Content, schema: ReadSchema): Candidate {
  const { rule, pointer, words, body, ...sent } = broken
  const place = pointer === '/' ? 'body' : `body ${pointer}`
  const change = { kind: 'value', part: { in: 'body', name: '' }, value: body } as const
  return {
    found: { rule, place, words, change, ...('sent' in sent ? { sent: sent.sent } : {}) },
    isBroken: () => isBroken(broken, schema) && isReadAsBroken(body, content, schema),
  }
}

/** A form may be read as something that its schema allows: a text in place of a list is a list of one. */
function isReadAsBroken(body: JsonValue, content: Content, schema: ReadSchema): boolean {
  if (bareType(content.type) !== 'application/x-www-form-urlencoded') return true
  const pairs = formPairs(content, body).map(([name, value]) => [name, String(value)] as const)
  return formFindings(content, schema, pairs).length > 0
}

/** True where a body says the same in its content type: in forms all values are text, and files have no values. */
function isWritable({ rule, pointer, sent }: BrokenBody, { type }: Content): boolean {
  if (isJsonType(type)) return true
  const isField = pointer !== '/' && pointer.lastIndexOf('/') === 0
  if (bareType(type).startsWith('multipart/')) return rule === 'missing' && isField
  if (bareType(type) !== 'application/x-www-form-urlencoded') return false
  return isField && (rule === 'missing' || (rule !== 'null' && sent !== undefined && /^[^[{]/.test(sent)))
}

/** Names that tell the cases of an operation apart. */
function named(operation: Operation, found: readonly FoundCase[]): readonly NegativeCase[] {
  const counts = new Map<string, number>()
  return found.map(({ words, ...one }) => {
    const count = (counts.get(words) ?? 0) + 1
    counts.set(words, count)
    const name = nameOfCase(operation, count === 1 ? words : `${words} (${count})`)
    const expected =
      one.rule === 'unknown-id' ? absenceStatuses(operation) : expectedStatuses(operation, one.rule)
    return { ...one, operation, name, expected }
  })
}
