/** Members of an object, those that may be undefined as ones that may be absent. */
type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key]
} & {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>
}

/** The object without its members that are undefined: a key that is absent says the same, and is not written out. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  const given = members as Readonly<Record<string, unknown>>
  const kept: Record<string, unknown> = {}
  for (const key in given) if (given[key] !== undefined) kept[key] = given[key]
  return kept as Defined<Members>
}

/**
 * An object that is put together member by member: where that happens for every request, `defined` would take as long
 * as all the rest.
 */
export type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
