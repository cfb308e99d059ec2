/** What has been decided for single places of a value (JSON Pointers, the root is empty) because of earlier attempts. */
export interface Decisions {
  /** Places whose examples are wrong. */
  readonly withoutExample: Set<string>
  /** Properties that nothing asks for and that are left out. */
  readonly dropped: Set<string>
  /** How many branches of a choice were wrong before. */
  readonly branches: Map<string, number>
  /** Places that the generator makes, and how often it was wrong. */
  readonly faked: Map<string, number>
}

/** Nothing decided yet. */
export function noDecisions(): Decisions {
  return { withoutExample: new Set(), dropped: new Set(), branches: new Map(), faked: new Map() }
}
