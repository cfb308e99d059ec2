/**
 * Sees to it that a program that has nothing left to wait for, and is not at its end, does not look as if all were well:
 * `tell` is called then, and the exit code is 3. The function returned says that the end has come.
 */
export function tellUnfinished(tell: () => void): () => void {
  const unfinished = (): void => {
    process.exitCode = 3
    tell()
  }
  process.once('beforeExit', unfinished)
  return () => {
    process.off('beforeExit', unfinished)
  }
}
