/** Placeholder until the command line is in place. */
export function main(): void {
  process.stdout.write('apitest\n')
}
