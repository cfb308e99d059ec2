import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server in Python, to be ended with `await using`. */
export interface PythonServer extends AsyncDisposable {
  /** `127.0.0.1:41234`. */
  readonly address: string
}

/** Starts a program that prints the port it listens on, with the Python of the system or another. Rejects when it ends before that. */
export async function startPythonServer(
  program: string,
  args: readonly string[],
  {
    python = '/usr/bin/python3',
    errors = 'inherit',
  }: { python?: string; errors?: 'inherit' | 'ignore' } = {},
): Promise<PythonServer> {
  const child = spawn(python, [program, ...args], { stdio: ['ignore', 'pipe', errors] })
  const [port] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server of Python ended.'))),
  ])) as [Buffer]
  return {
    address: `127.0.0.1:${port.toString().trim()}`,
    [Symbol.asyncDispose]: async () => {
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
    },
  }
}
