import type {
  HeaderDescription,
  Operation,
  ResponseDescription,
} from '../../api-description/api-description.ts'
import type { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { unsendableHeader } from '../../model/sendable-header.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'

/** The headers of answers. */
export class ExampleHeaders {
  readonly #examples: ExampleFactory
  readonly #known = new Map<HeaderDescription, ShownHeader>()

  constructor(examples: ExampleFactory) {
    this.#examples = examples
  }

  /**
   * The headers that are required, those that the description shows a value of, and the place that a response leads to.
   * `given` has values in place of those that the description shows.
   */
  of(
    operation: Operation,
    { response, status }: { readonly response: ResponseDescription; readonly status: number },
    given: (name: string) => string | undefined,
  ): HeaderList {
    return response.headers.flatMap((header): HeaderList => {
      if (settled.has(header.name.toLowerCase())) return []
      const value = given(header.name) ?? this.#shown(operation, header, status)
      return value === undefined ? [] : [[header.name, value]]
    })
  }

  #shown(operation: Operation, header: HeaderDescription, status: number): string | undefined {
    const { text, isShown, isSendable } = this.#made(operation, header)
    const leads = /^location$/i.test(header.name) && (status === 201 || Math.trunc(status / 100) === 3)
    // One that is required and cannot be sent is told.
    return header.required || ((leads || isShown) && isSendable) ? text : undefined
  }

  #made(operation: Operation, header: HeaderDescription): ShownHeader {
    const known = this.#known.get(header)
    if (known !== undefined) return known
    const { value } = this.#examples.header(operation, header)
    const text = headerText(value)
    const isSendable = value !== null && unsendableHeader(header.name, text) === undefined
    const made = { text, isShown: this.#examples.shows(header), isSendable }
    this.#known.set(header, made)
    return made
  }
}

interface ShownHeader {
  readonly text: string
  /** True where the description shows it, and it is not made of the schema alone. */
  readonly isShown: boolean
  readonly isSendable: boolean
}

/** Headers that are as the body is, and not as the description says. */
const settled = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type'],
  ...['keep-alive', 'trailer', 'transfer-encoding', 'upgrade'],
])

/** A value in the style of headers: `1,2`, and `a,1,b,2` for an object (OpenAPI "Header Object", style simple). */
function headerText(value: JsonValue): string {
  if (isList(value)) return value.map(valueText).join(',')
  return isObject(value) ? Object.entries(value).flat().map(valueText).join(',') : valueText(value)
}
