import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

/** The list of a room: the rooms that it imports, and the files by which others enter it. */
interface Doors {
  readonly imports: readonly string[]
  readonly entrances: readonly string[]
}

const rooms = readdirSync('src', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

/** The imports of the program from one room into another, as `room file`. */
function importsInto(room: string): ReadonlySet<string> {
  const folder = path.join('src', room)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'),
  )
  return new Set(
    files.flatMap(file => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, imported = '']) => {
        const [, other = '', ...inside] = path.join(folder, path.dirname(file), imported).split(path.sep)
        return other === room || inside.length === 0 ? [] : [`${other} ${inside.join('/')}`]
      })
    }),
  )
}

test('a list of doors names nothing that is not used any more', () => {
  const imports = new Map(rooms.map(room => [room, importsInto(room)]))
  for (const room of rooms) {
    const list = path.join('src', room, 'doors.json')
    if (!existsSync(list)) continue
    const doors = JSON.parse(readFileSync(list, 'utf8')) as Doors
    const own = [...(imports.get(room) ?? [])].map(one => one.split(' ', 1)[0])
    const unused = [
      ...doors.imports.filter(other => !own.includes(other)),
      ...doors.entrances.filter(file => ![...imports.values()].some(all => all.has(`${room} ${file}`))),
    ]
    assert.deepEqual(unused, [], `${list} is to shrink`)
  }
})
