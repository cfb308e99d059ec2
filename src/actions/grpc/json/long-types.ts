/** The scalar types whose JSON form is text, because a JSON number cannot hold them exactly. */
export const longTypes: ReadonlySet<string> = new Set(['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64'])
