/** Something that may be of some environments only. */
export interface InEnvironments {
  /** Their names; absent where it is of all, and of a run in none. */
  readonly environments?: readonly string[]
}

/** True where two things may be of the same run. */
export function mayMeet(one: InEnvironments, { environments }: InEnvironments): boolean {
  return environments === undefined || environments.some(name => isOf(one, name))
}

/** True where something is of an environment, or of a run in none. */
export function isOf({ environments }: InEnvironments, name: string | undefined): boolean {
  return environments === undefined || (name !== undefined && environments.includes(name))
}
