import { valuesOf } from '../../../compile/test-program/answer-parts.ts'
import type {
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
  Value,
} from '../../../compile/test-program/test-program.ts'

/** The use that a program makes of its variables, as the scopes of Rust see it. */
export interface VariableFlow {
  /** Variables that are declared at the beginning, and changed: others are declared where they get a value. */
  readonly changed: ReadonlySet<string>
  /** True where the statement gives a variable a value that is read later. */
  readonly isRead: (statement: Statement) => boolean
  /** True where anything reads a variable, or a column by the name of its row. */
  readonly reads: (name: string, row?: string) => boolean
  /** True where the value that a variable begins with is read. */
  readonly readsFirst: (name: string) => boolean
}

interface Event {
  readonly kind: 'read' | 'write'
  readonly name: string
  /** The scopes that it is in, from the outermost. */
  readonly scopes: readonly number[]
  readonly loops: readonly number[]
  readonly statement?: Statement
}

/** Finds out which variables can be declared where they get their values, so that nothing needs to change. */
export function variableFlow(program: TestProgram): VariableFlow {
  const walk = new Walk()
  for (const { name, value, environment } of program.variables) {
    walk.readValue(value)
    if (value !== undefined || environment !== undefined) walk.write(name)
  }
  walk.group(program.root)
  const changed = new Set<string>()
  const read = new Set<Statement | string>()
  for (const name of new Set(walk.events.map(event => event.name))) {
    const events = walk.events.filter(event => event.name === name)
    if (isChanged(events)) changed.add(name)
    else
      for (const event of events)
        if (event.kind === 'read') read.add(writerOf(event, events)?.statement ?? name)
  }
  return {
    changed,
    isRead: statement => read.has(statement),
    reads: (name, row) =>
      row === undefined
        ? walk.events.some(event => event.kind === 'read' && event.name === name)
        : walk.columns.has(`${row} ${name}`),
    readsFirst: name => read.has(name),
  }
}

/** True where a read sees another value than that of the last write above it in its scopes. */
function isChanged(events: readonly Event[]): boolean {
  return events.some((event, index) => {
    if (event.kind !== 'read') return false
    const writer = writerOf(event, events)
    if (writer === undefined) return true
    const last = events.slice(0, index).findLast(one => one.kind === 'write')
    if (last !== writer) return true
    // In a loop, what comes behind the read is before it, too.
    return event.loops.some(
      loop =>
        !writer.loops.includes(loop) && events.some(one => one.kind === 'write' && one.loops.includes(loop)),
    )
  })
}

/** The last write above a read that is in a scope around it. */
function writerOf(event: Event, events: readonly Event[]): Event | undefined {
  return events
    .slice(0, events.indexOf(event))
    .findLast(
      one => one.kind === 'write' && one.scopes.every((scope, index) => event.scopes[index] === scope),
    )
}

class Walk {
  readonly events: Event[] = []
  readonly columns = new Set<string>()
  #scopes: readonly number[] = []
  #loops: readonly number[] = []
  #count = 0

  group({ rows, setUp, items, cleanUp }: TestGroup): void {
    this.#inside(rows !== undefined, rows !== undefined, () => {
      this.#statements(setUp)
      this.#inside(cleanUp.length > 0, false, () => {
        for (const item of items) {
          if (item.kind === 'group') this.group(item)
          else this.case(item)
        }
      })
      for (const item of cleanUp) this.case(item)
    })
  }

  case({ rows, title, statements }: TestCase): void {
    this.#inside(rows !== undefined, rows !== undefined, () => {
      if (rows !== undefined || this.#loops.length > 0) this.readValue(title)
      this.#statements(statements)
    })
  }

  #statements(statements: readonly Statement[]): void {
    const at = statements.findIndex(({ kind }) => kind === 'skip-unless')
    const before = at === -1 ? statements : statements.slice(0, at + 1)
    for (const statement of before) this.#statement(statement)
    if (at !== -1)
      this.#inside(true, false, () => {
        this.#statements(statements.slice(at + 1))
      })
  }

  #statement(statement: Statement): void {
    for (const value of valuesOf(statement)) this.#read(value)
    if (statement.kind === 'assign') this.write(statement.variable, statement)
    if (statement.kind !== 'extract') return
    const { variable, isOptional, when } = statement
    const isFirst = !this.events.some(event => event.name === variable)
    this.#inside(when !== undefined || (isOptional && !isFirst), false, () => {
      this.write(variable, statement)
    })
  }

  /** In a scope of its own, or a loop, or just so. */
  #inside(isScope: boolean, isLoop: boolean, walk: () => void): void {
    const [scopes, loops] = [this.#scopes, this.#loops]
    this.#count += 1
    if (isScope) this.#scopes = [...scopes, this.#count]
    if (isLoop) this.#loops = [...loops, this.#count]
    walk()
    this.#scopes = scopes
    this.#loops = loops
  }

  readValue(value: Value | undefined): void {
    if (value === undefined) return
    for (const inner of valuesOf({ kind: 'assign', variable: '', value })) this.#read(inner)
  }

  #read(value: Value): void {
    if (value.kind === 'column') this.columns.add(`${value.row} ${value.name}`)
    if (value.kind === 'variable') this.#add('read', value.name)
  }

  write(name: string, statement?: Statement): void {
    this.#add('write', name, statement)
  }

  #add(kind: Event['kind'], name: string, statement?: Statement): void {
    const event = { kind, name, scopes: this.#scopes, loops: this.#loops }
    this.events.push(statement === undefined ? event : { ...event, statement })
  }
}
