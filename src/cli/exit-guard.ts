/**
 * Guards against a program that looks as if all were well because nothing is left to wait for, though it is not at its end:
 * `report` is called then, and the exit code is 3. The function returned ends the guard.
 */
export function guardExit(report: () => void): () => void {
  const unfinished = (): void => {
    process.exitCode = 3
    report()
  }
  process.once('beforeExit', unfinished)
  return () => {
    process.off('beforeExit', unfinished)
  }
}
