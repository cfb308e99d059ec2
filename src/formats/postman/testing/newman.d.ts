declare module 'newman' {
  /** Result of a run of a collection, as far as tests look at it. */
  export interface RunSummary {
    readonly run: {
      /**
       * The failures that kept anything from passing; `source` is the item, but of a request that a script sent there
       * is none.
       */
      readonly failures: readonly { readonly at: string; readonly source?: { readonly id: string } }[]
      readonly executions: readonly {
        readonly item: { readonly id: string; readonly name: string }
        readonly cursor: { readonly ref: string }
        readonly prerequestScript?: readonly { readonly error?: object }[]
        readonly testScript?: readonly { readonly error?: object }[]
        readonly assertions?: readonly {
          readonly assertion: string
          readonly error?: object
          readonly skipped?: boolean
        }[]
      }[]
    }
  }

  const newman: {
    /** `exception` tells of what was thrown in a callback. */
    run(
      options: object,
      done: (error: Error | null, summary: RunSummary) => void,
    ): {
      on(
        event: 'exception',
        listener: (error: Error | null, args: { readonly cursor: { readonly ref: string } }) => void,
      ): unknown
    }
  }
  export default newman
}
