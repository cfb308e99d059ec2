/** What an operation does to the world: reads only, changes the project, or sends traffic or runs something. */
export type Permission = 'read' | 'project' | 'traffic'

/** One thing a user can ask for, whichever face asks. */
export interface Operation<Input, Answer> {
  readonly name: string
  readonly permission: Permission
  readonly description: string
  run(input: Input): Promise<Answer>
}
