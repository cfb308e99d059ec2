import path from 'node:path'
import type { Framework } from '../framework.ts'
import { goFileName } from './go-names.ts'
import { readGoTest } from './read-go-test.ts'

/** The frameworks of Go. */
export const goFrameworks: readonly Framework[] = [
  {
    name: 'go-test',
    title: 'go test',
    language: 'Go',
    fileName: goFileName,
    async write(program, style, file) {
      const { writeGo } = await import('./write-go.ts')
      return writeGo(program, file.replace(/_test\.go$/, ''), packageName(style.package))
    },
    runner: {
      command: files => ({
        command: 'go',
        args: ['test', '-json', '-count=1', '-p', '1', ...packagesOf(files)],
      }),
      isPerFile: true,
      outcomes: (_, output) => readGoTest(output),
      packages: [],
      install: packages => `go get ${packages.join(' ')}`,
    },
  },
]

/** Files of one folder are given as they are, which needs no module; others as the packages that they are in. */
function packagesOf(files: readonly string[]): readonly string[] {
  const folders = [...new Set(files.map(file => path.posix.dirname(file)))]
  return folders.length === 1 ? files : folders.map(folder => `./${folder}`)
}

/** A package for tests alone, where nothing is known of the project. */
function packageName(known: string | undefined): string {
  return known !== undefined && /^[a-z]\w*$/.test(known) ? known : 'api_test'
}
