import { installHint } from '../../actions/processes/command-end.ts'
import type { SecretCommand } from '../../model/configuration.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { shortestSecret } from '../../secrets/index.ts'
import { cutText } from '../../util/cut-text.ts'
import { decodeText } from '../../util/decode-text.ts'
import { defined } from '../../util/defined.ts'
import { formatDuration } from '../../util/quantity.ts'

/** A secret is no file: more than that is the output of another command than was meant. */
const largestSecret = 64 * 1024

/** Runs a command; its output is in no problem, whatever becomes of it. */
export async function outputOf(
  secret: SecretCommand,
  environment: Readonly<Record<string, string | undefined>>,
  interrupt: AbortSignal,
): Promise<Result<string, Problem>> {
  const { command, timeout, directory } = secret
  const shell = typeof command === 'string'
  const [program = '', ...words] = shell ? [command] : command
  const { runProcess } = await import('../../actions/exec/run-process.ts')
  const end = await runProcess(
    {
      ...{ shell, program, arguments: words, summary: lineOf(secret) },
      environment: defined(environment) as Readonly<Record<string, string>>,
    },
    { directory, timeout, signal: interrupt, wantsBody: true },
  )
  const failing = (how: string, hint: string): Result<string, Problem> => ({
    ok: false,
    problems: unread(secret, how, hint),
  })
  const byHand = `Run it by hand to see what it says: \`${lineOf(secret)}\`.`
  switch (end.kind) {
    case 'exited': {
      if (end.code === 127) return failing(`ended with ${end.how}`, installHint(lineOf(secret)))
      if (end.code !== 0) return failing(`ended with ${end.how}`, byHand)
      return valueIn(Buffer.from(end.output.bytes()), how => failing(how, byHand))
    }
    case 'timeout':
      return failing(
        `did not end within ${formatDuration(timeout)} (timeout)`,
        `It may ask something that nobody answers: log in before. Or give it more \`timeout\`.`,
      )
    case 'interrupted':
      return failing('was interrupted', byHand)
    case 'too-large':
      return failing('gave more than 64 KiB', byHand)
    case 'not-started':
      return failing(
        `could not be run: ${end.reason}`,
        end.errorCode === 'ENOENT' ? installHint(lineOf(secret)) : byHand,
      )
  }
}

/** The value that an output is. */
function valueIn(bytes: Buffer, failing: (how: string) => Result<string, Problem>): Result<string, Problem> {
  if (bytes.length > largestSecret) return failing('gave more than 64 KiB, and a secret is shorter')
  const decoded = decodeText(bytes)
  if (decoded instanceof Error) return failing('gave no text in UTF-8')
  const value = decoded.replace(/\r?\n$/, '')
  if (value.trim() === '') return failing('gave nothing (exit code 0)')
  return value.length < shortestSecret
    ? failing(`gave fewer than ${shortestSecret} characters, which cannot be masked`)
    : { ok: true, value }
}

/** A command as it is told. */
export function lineOf({ command }: SecretCommand): string {
  return cutText(typeof command === 'string' ? command : command.join(' '), 200)
}

function unread({ name, span }: SecretCommand, how: string, hint: string): Problem {
  return errorProblem({
    code: 'secret-unread',
    message: `the command of the secret "${name}" ${how}`,
    hint,
    span,
  })
}
