import type { ApiDescription, Operation, ParameterPlace } from '../../../api-description/api-description.ts'
import type { LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { inside, itemsOf, Reading } from '../../../api-description/reading.ts'
import { mapping, property } from '../../../util/read-values.ts'

/** Finds where the parts of one operation are written. */
export class OperationLocations {
  readonly #reading: Reading
  readonly #item: LocatedObject | undefined
  #listed: readonly LocatedObject[] | undefined
  readonly #known = new Map<string, LocatedObject | undefined>()
  /** The operation itself, or what stands around it. */
  readonly operation: LocatedObject

  constructor({ root, documents }: ApiDescription, { path, method }: Operation) {
    this.#reading = new Reading(documents)
    const top = { value: mapping(root.root), document: root }
    const paths = this.#object(top, 'paths')
    this.#item = paths === undefined ? undefined : this.#object(paths, path)
    const key = Object.keys(this.#item?.value ?? {}).find(name => name.toUpperCase() === method)
    const own = this.#item === undefined || key === undefined ? undefined : this.#object(this.#item, key)
    this.operation = own ?? this.#item ?? paths ?? top
  }

  /** A parameter, of the operation or of its path. */
  parameter(place: ParameterPlace, name: string): LocatedObject | undefined {
    return this.#once(`${place} ${name}`, () =>
      this.#parameters.findLast(
        ({ value }) => property(value, 'in') === place && property(value, 'name') === name,
      ),
    )
  }

  /** The body, which in Swagger 2 is a parameter or, for a form, the operation itself. */
  get body(): LocatedObject {
    const written = this.#parameters.findLast(({ value }) => property(value, 'in') === 'body')
    return this.#object(this.operation, 'requestBody') ?? written ?? this.operation
  }

  /** A media type of the body, or the body where there are none. */
  content(type: string): LocatedObject {
    return this.#media(this.body, type)
  }

  response(status: string): LocatedObject {
    const responses =
      this.#once('responses', () => this.#object(this.operation, 'responses')) ?? this.operation
    const found = this.#once(`response ${status}`, () => {
      const key = Object.keys(responses.value).find(
        name => name.trim().toUpperCase() === status.toUpperCase(),
      )
      return key === undefined ? undefined : this.#object(responses, key)
    })
    return found ?? responses
  }

  responseContent(status: string, type: string): LocatedObject {
    return this.#media(this.response(status), type)
  }

  header(status: string, name: string): LocatedObject {
    const response = this.response(status)
    const headers = this.#object(response, 'headers')
    return (headers === undefined ? undefined : this.#object(headers, name)) ?? response
  }

  #media(holder: LocatedObject, type: string): LocatedObject {
    const content = this.#object(holder, 'content')
    const key = Object.keys(content?.value ?? {}).find(name => name.trim() === type)
    return (content === undefined || key === undefined ? undefined : this.#object(content, key)) ?? holder
  }

  get #parameters(): readonly LocatedObject[] {
    this.#listed ??= [this.#item, this.operation].flatMap(holder =>
      holder === undefined
        ? []
        : itemsOf(inside(holder, 'parameters')).flatMap(item => this.#reading.object(item, '') ?? []),
    )
    return this.#listed
  }

  /** Many rules ask for the same part. */
  #once(key: string, find: () => LocatedObject | undefined): LocatedObject | undefined {
    if (!this.#known.has(key)) this.#known.set(key, find())
    return this.#known.get(key)
  }

  #object(holder: LocatedObject, key: string): LocatedObject | undefined {
    return this.#reading.object(inside(holder, key), '')
  }
}
