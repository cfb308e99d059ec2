import type { LostPart } from '../../model/conversion.ts'
import type { Position } from '../../model/span.ts'

/** A file of requests, taken apart: every character of it is in `head` or in the text of a request. */
export interface HttpFile {
  /** The text in front of the first request. */
  readonly head: string
  readonly variables: readonly FileVariable[]
  readonly requests: readonly HttpRequest[]
}

/** `@name = value`, and the position of the request that comes next. */
export interface FileVariable {
  readonly name: string
  readonly value: string
  readonly request: number
}

/** A request as it is written. */
export interface HttpRequest {
  readonly title?: string
  /** `# @name login`. */
  readonly id?: string
  readonly line: number
  /** Behind the last line of its part of the file that is not empty. */
  readonly end: Position
  readonly method: string
  readonly url: string
  /** True where the file sets httpYac's variable `host`, which a path alone is of. */
  readonly hasHost?: boolean
  readonly version?: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Its lines, without comments. */
  readonly body: readonly string[]
  /** Comment lines in the body. */
  readonly comments: number
  /** `# @timeout 5` and the like, without `@name`. */
  readonly directives: readonly (readonly [name: string, value: string])[]
  readonly before: readonly HttpScript[]
  readonly after: readonly HttpScript[]
  /** Checks of httpYac: what stands behind `??`. */
  readonly checks: readonly string[]
  /** Answers that were kept in files. */
  readonly saved: readonly string[]
  /** The file that the answer goes to. */
  readonly output?: string
  /** Lines that nothing is made of. */
  readonly others: readonly LostPart[]
  /** Its part of the file, as it is. */
  readonly text: string
  readonly places: RequestPlaces
}

/** The lines of a request, counted from 0 in its text. */
export interface RequestPlaces {
  /** Of the title: behind `###`, or in the comment right above. */
  readonly title?: number
  readonly id?: number
  /** One for each directive. */
  readonly directives: readonly number[]
  /** Variables that are set above it, by their names. */
  readonly variables: Readonly<Record<string, number>>
  /** The request line, and those that its URL goes on in. */
  readonly target: LineRange
  /** One for each header. */
  readonly headers: readonly number[]
  /** The last line of the request line, the headers and the comments between them. */
  readonly head: number
  /** One for each line of the body. */
  readonly body: readonly number[]
  readonly before: readonly LineRange[]
  /** Scripts of the answer. */
  readonly after: readonly LineRange[]
  /** One for each check of httpYac. */
  readonly checks: readonly number[]
  readonly output?: number
}

/** The first line, and the one behind the last. */
export type LineRange = readonly [start: number, end: number]

/** A script, written out or in a file. */
export interface HttpScript {
  readonly source?: string
  readonly file?: string
}
