declare module 'newman' {
  /** What a run of a collection came to, as far as tests look at it. */
  export interface RunSummary {
    readonly run: {
      readonly executions: readonly {
        readonly item: { readonly name: string }
        readonly requestError?: { readonly message: string }
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
    run(options: object, done: (error: Error | null, summary: RunSummary) => void): void
  }
  export default newman
}
