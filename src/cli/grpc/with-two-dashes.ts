import { grpcOptions } from './grpc-options.ts'

/** The arguments with two dashes before the long names of options: grpcurl takes `-proto` and `--proto`. */
export function withTwoDashes(argv: readonly string[]): readonly string[] {
  return argv.map(argument => {
    const [, name = ''] = /^-([a-z][a-z-]+)(?:=.*)?$/s.exec(argument) ?? []
    return Object.hasOwn(grpcOptions, name) ? `-${argument}` : argument
  })
}
