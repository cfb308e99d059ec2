import { idleOptions as idleOfCurl } from '../../curl/known-options.ts'
import { type OptionTable, text, yes } from '../command.ts'

/**
 * Options that people type for curl, and whose effect comes here without being asked for: lines of curl can be pasted
 * as they are. The word behind `--url` is a word like any other.
 */
export const idleOptions: OptionTable = {
  ...Object.fromEntries(
    idleOfCurl().map(({ name, takesValue, letter }) => [
      name,
      { ...(takesValue ? text : yes), ...(letter === '' ? {} : { alias: letter }) },
    ]),
  ),
  compressed: yes,
  globoff: { ...yes, alias: 'g' },
  url: yes,
}
