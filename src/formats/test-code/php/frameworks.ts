import type { Framework } from '../framework.ts'
import { nameOf } from '../names.ts'
import { readJunit } from '../read-junit.ts'

/** The frameworks of PHP. */
export const phpFrameworks: readonly Framework[] = [
  {
    name: 'phpunit',
    title: 'PHPUnit with curl',
    language: 'PHP',
    fileName: name => `${className(name)}.php`,
    async write(program, { package: namespace }) {
      const { writePhp } = await import('./write-php.ts')
      return writePhp(program, className(program.name), namespace ?? 'Tests')
    },
    runner: {
      command: (files, report) => ({ command: 'phpunit', args: ['--log-junit', report, ...files] }),
      // PHPUnit takes one file, or a folder.
      isPerFile: true,
      outcomes: report => readJunit(report),
      packages: ['phpunit/phpunit'],
      install: packages => `composer require --dev ${packages.join(' ')}`,
    },
  },
]

/** The class of a file: it ends with `Test`, as those do that PHPUnit looks for. */
function className(text: string): string {
  const name = nameOf(text, 'PascalCase', 'Api').slice(0, 60)
  return name.endsWith('Test') ? name : `${name}Test`
}
