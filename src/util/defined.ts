/** Members of an object, those that may be undefined as ones that may be absent. */
type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key]
} & {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>
}

/** The object without its members that are undefined: a key that is absent says the same, and is not written out. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value
  return kept as Defined<Members>
}
