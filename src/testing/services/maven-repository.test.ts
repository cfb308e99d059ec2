import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { mavenRepository } from './maven-repository.ts'

async function repositoryWith(settings: string, environment = {}): Promise<string> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'apitest-maven-'))
  await mkdir(path.join(home, '.m2'))
  await writeFile(path.join(home, '.m2/settings.xml'), `<settings><mirrors>${settings}</mirrors></settings>`)
  const repository = await mavenRepository(environment, home)
  await rm(home, { recursive: true })
  return repository
}

const mirror = (of: string, url: string): string =>
  `<mirror>\n<id>x</id>\n<url>${url}</url><mirrorOf> ${of} </mirrorOf></mirror>`

describe('the Maven repository', () => {
  test('is Central when nothing says otherwise', async () => {
    assert.equal(await mavenRepository({}, '/nowhere'), 'https://repo1.maven.org/maven2')
  })

  test('is the mirror of the settings that stands for Central', async () => {
    const settings =
      mirror('snapshots', 'https://no.example') + mirror('a, central', 'https://yes.example/maven/')
    assert.equal(await repositoryWith(settings), 'https://yes.example/maven')
    assert.equal(
      await repositoryWith(mirror('*,!central', 'https://no.example')),
      await mavenRepository({}, '/'),
    )
    assert.equal(await repositoryWith(mirror('external:*', 'https://all.example')), 'https://all.example')
  })

  test('ignores what is a comment in the settings', async () => {
    assert.match(await repositoryWith(`<!-- ${mirror('*', 'https://no.example')} -->`), /maven\.org/)
  })

  test('is what the environment says before all', async () => {
    const environment = { MVNW_REPOURL: 'https://first.example/' }
    assert.equal(
      await repositoryWith(mirror('*', 'https://no.example'), environment),
      'https://first.example',
    )
  })
})
