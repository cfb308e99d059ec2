/** A value in a YAML text and where it is written, as offsets. */
export interface Part {
  readonly value: unknown
  readonly start: number
  readonly end: number
  /** Where the next part may start: behind a comment and the line's end. */
  readonly after: number
  readonly items?: readonly Part[]
  readonly members?: readonly Member[]
}

/** One key of a mapping with its value. */
export interface Member {
  readonly name: string
  readonly key: Part
  readonly value: Part
}
