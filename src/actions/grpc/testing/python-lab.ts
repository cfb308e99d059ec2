import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type PythonServer, startPythonServer } from '../../../testing/python-server.ts'

/**
 * Starts a server of lab.proto by gRPC for Python; with TLS, PEM files: its key, its certificate, and the authority of the
 * only clients it takes.
 */
export async function startPythonLab(tls: readonly string[] = []): Promise<PythonServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'apitest-python-'))
  const protos = ['lab/v1/kitchen.proto', 'lab/v1/lab.proto']
  await promisify(execFile)('protoc', ['-Ifixtures/grpc/protos', `--python_out=${folder}`, ...protos])
  const server = await startPythonServer('fixtures/grpc/lab_server.py', [folder, ...tls])
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
