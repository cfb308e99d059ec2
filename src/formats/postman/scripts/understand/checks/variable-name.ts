/** Whether a name can stand between braces: a dot or a bracket would reach into the variable. */
export function isVariableName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*(?: +[\p{L}\p{N}_-]+)*$/u.test(name) && name !== 'env'
}
