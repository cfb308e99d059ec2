import assert from 'node:assert/strict'
import { mkdir, readdir, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../../testing/run-program.ts'
import { openCommandLog } from './command-log.ts'

const skip = process.platform === 'win32'

describe('the log of a command', () => {
  it('A3: is for its user alone, and never where a link leads', { skip }, () =>
    withFolder({ mine: 'mine' }, async folder => {
      const services = path.join(folder, '.tool', 'services')
      await (await openCommandLog(services, 'shop')).close()
      assert.equal((await stat(path.join(services, 'shop.log'))).mode & 0o777, 0o600)
      assert.equal((await stat(services)).mode & 0o777, 0o700)
      await symlink(path.join(folder, 'mine'), path.join(services, 'linked.log'))
      await assert.rejects(openCommandLog(services, 'linked'), /ELOOP/)
      await mkdir(path.join(folder, 'elsewhere'))
      await symlink(path.join(folder, 'elsewhere'), path.join(folder, '.tool', 'others'))
      await assert.rejects(openCommandLog(path.join(folder, '.tool', 'others'), 'a'), /is a symbolic link/)
      assert.deepEqual(await readdir(path.join(folder, 'elsewhere')), [])
    }),
  )
})
