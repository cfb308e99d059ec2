import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework, TestOutcome } from '../framework.ts'
import { readJunit } from '../read-junit.ts'

/** The frameworks of Ruby. */
export const rubyFrameworks: readonly Framework[] = [
  {
    name: 'rspec',
    title: 'RSpec',
    language: 'Ruby',
    fileName: words => `${fileNameOf(words).replaceAll('-', '_')}_spec.rb`,
    target: { holds: () => true },
    write: async program => (await import('./write-rspec.ts')).writeRspec(program),
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
      outcomes: (report, output) => readJunit(report).map(one => withReason(one, output)),
      packages: ['rspec', 'rspec_junit_formatter'],
      install: packages => `gem install ${packages.join(' ')}`,
    },
  },
]

/** Of several failures the report only says that there are some: the first stands in what was printed. */
function withReason(outcome: TestOutcome, output: string): TestOutcome {
  if (outcome.message?.endsWith('MultipleExpectationsNotMetError') !== true) return outcome
  const [, printed = ''] = output.split(`) ${outcome.name}\n`)
  const [, message] = /\.1\) Failure\/Error: (.*?)\n *(?:\(compared|# )/s.exec(printed) ?? []
  return message === undefined ? outcome : { ...outcome, message: message.replace(/\s*\n\s*/g, '\n').trim() }
}
