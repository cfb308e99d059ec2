import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework } from '../framework.ts'
import { readJunit } from '../read-junit.ts'
import { writeRspec } from './write-rspec.ts'

/** The frameworks of Ruby. */
export const rubyFrameworks: readonly Framework[] = [
  {
    name: 'rspec',
    title: 'RSpec',
    language: 'Ruby',
    fileName: words => `${fileNameOf(words).replaceAll('-', '_')}_spec.rb`,
    write: writeRspec,
    runner: {
      command: (files, report) => ({
        command: 'rspec',
        args: [
          ...['--order', 'defined', '--require', 'rspec_junit_formatter'],
          ...['--format', 'RspecJunitFormatter', '--out', report, '--format', 'progress', ...files],
        ],
      }),
      // A file that cannot be loaded keeps all others from running.
      isPerFile: true,
      outcomes: readJunit,
      packages: ['rspec', 'rspec_junit_formatter'],
      install: packages => `gem install ${packages.join(' ')}`,
    },
  },
]
