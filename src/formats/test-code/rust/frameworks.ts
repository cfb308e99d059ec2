import { nameOf } from '../names.ts'
import type { Framework } from '../framework.ts'
import { readCargo } from './read-cargo.ts'

/** The frameworks of Rust. */
export const rustFrameworks: readonly Framework[] = [
  {
    name: 'rust-reqwest',
    title: 'cargo test with reqwest',
    language: 'Rust',
    stopsOnFailure: true,
    fileName: name => `${nameOf(name.slice(0, 60), 'snake_case', 'suite')}.rs`,
    write: async program => (await import('./write-rust.ts')).writeRust(program),
    runner: {
      command: files => ({
        command: 'cargo',
        args: ['test', '--no-fail-fast', ...files.flatMap(file => ['--test', targetOf(file)])],
      }),
      isOneTest: true,
      outcomes: (_, output) => readCargo(output),
      packages: [
        'chrono',
        'futures-util',
        'rand',
        'regex',
        'reqwest --features brotli,cookies,deflate,form,gzip,json,multipart,query',
        'serde_json --features preserve_order',
        'tokio --features macros,rt,time',
        'uuid --features v4',
      ],
      install: packages => packages.map(one => `cargo add --dev ${one}`).join(' && '),
    },
  },
]

/** `tests/users.rs` is the target `users`. */
function targetOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.rs$/, '')
}
