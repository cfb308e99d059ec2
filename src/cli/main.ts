/** Placeholder until the command line is in place. */
export async function main(): Promise<void> {
  const { parse } = await import('yaml')
  process.stdout.write(JSON.stringify(parse('a: 1')) + '\n')
}
void main()
