/** True where text written there is read in a terminal. In a pipe `isTTY` is missing, whatever its type says. */
export function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true
}

/** https://no-color.org: set and not empty means no colours; FORCE_COLOR means colours in pipes too. */
export function wantsColor(terminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0'
  return terminal && TERM !== 'dumb'
}

/** The columns of a terminal; in a pipe those that COLUMNS says, as for other programs, or 100. */
export function columnsOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  { COLUMNS }: NodeJS.ProcessEnv,
): number {
  if (isTerminal(stream)) return stream.columns ?? 0
  return COLUMNS !== undefined && /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : 100
}
