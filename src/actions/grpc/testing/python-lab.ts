import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A server of lab.proto by gRPC for Python, to be ended with `await using`. */
interface PythonLab extends AsyncDisposable {
  /** `127.0.0.1:41234`. */
  readonly address: string
}

/** Starts it; with TLS, PEM files: its key, its certificate, and the authority of the only clients it takes. */
export async function startPythonLab(tls: readonly string[] = []): Promise<PythonLab> {
  const folder = await mkdtemp(path.join(tmpdir(), 'apitest-python-'))
  const protos = ['lab/v1/kitchen.proto', 'lab/v1/lab.proto']
  await promisify(execFile)('protoc', ['-Ifixtures/grpc/protos', `--python_out=${folder}`, ...protos])
  const child = spawn('/usr/bin/python3', ['fixtures/grpc/lab_server.py', folder, ...tls], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
      await rm(folder, { recursive: true, force: true })
    },
  }
}
