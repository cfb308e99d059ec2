/** Where a broker runs, as it sees it itself. */
export interface ServicePlace {
  /** The address its listeners are bound to. */
  readonly bind: string
  /** Absolute path of the folder with its configuration, and with all it writes. */
  readonly folder: string
}
