import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'

/**
 * Tests of an API as a program, in no language: what every framework's tests are written from. It is typed down to the last
 * comparison, and holds no code. Everything about the suite language is settled here: which rows there are, what a placeholder
 * stands for, which credentials a request gets, and what a comparison means for the values that it may meet. Only how a
 * language says it is left to those who write it down.
 */
export interface TestProgram {
  readonly name: string
  /** In the order in which they can be declared: each after those that its value is made of. */
  readonly variables: readonly ProgramVariable[]
  readonly root: TestGroup
  /** True where answers set cookies that later requests send, unless a request says otherwise. */
  readonly keepsCookies: boolean
  /** The parts that no framework can do. */
  readonly losses: readonly Loss[]
  readonly notes: readonly Loss[]
}

/** A variable of the program, called as in the suite. */
export interface ProgramVariable {
  readonly name: string
  readonly type: ValueType
  /** Its value at the beginning; absent where only the environment or a step gives it, as of secrets in clear. */
  readonly value?: Value
  /** The variable of the process that is taken instead where it is set: `BASE_URL`. */
  readonly environment?: string
  /** True where steps set it. Others are constants. */
  readonly changes: boolean
}

/** The type of a value before anything runs: that it is text, a number, a boolean, or anything that JSON can be. */
export type ValueType = 'text' | 'number' | 'boolean' | 'json'

/** A suite or a folder: tests in their order, each of which may need what those before it have left. */
export interface TestGroup {
  readonly kind: 'group'
  readonly name: string
  readonly description?: string
  /** All of it runs once for each. */
  readonly rows?: Rows
  /** Before the first test. */
  readonly setUp: readonly Statement[]
  readonly items: readonly (TestGroup | TestCase)[]
  /** After the last test, whatever became of it. */
  readonly cleanUp: readonly TestCase[]
}

/** One step. */
export interface TestCase {
  readonly kind: 'case'
  /** As in the suite. With rows it may show their columns. */
  readonly name: string
  readonly title: Value
  readonly rows?: Rows
  readonly statements: readonly Statement[]
  /** The names of the steps above, and its own: `Shop / Users / First user`. */
  readonly where: string
}

/** Data rows, all of them known. */
export interface Rows {
  /** The name of one of them in the program: `row`, or `row2` where one is in scope already. */
  readonly name: string
  /** The file that they stand in, named from where the tests lie. */
  readonly file?: string
  readonly columns: readonly Column[]
  /** Every row has every column; null where it had none. */
  readonly rows: readonly JsonObject[]
  /** The rows as they were before their numbers became texts; absent where they are the same. */
  readonly written?: readonly JsonObject[]
}

export interface Column {
  readonly name: string
  readonly type: ValueType
  /** Only where rows have numbers that are texts, so that they keep their digits. */
  readonly digits?: ColumnDigits
}

export interface ColumnDigits {
  /** The column with the JSON of its values as text: the same one as a rule. */
  readonly json: string
  /** True where every row has a number. */
  readonly areNumbers: boolean
}

export type Statement =
  | Send
  /** Fails the test unless it holds. */
  | Expect
  | { readonly kind: 'assign'; readonly variable: string; readonly value: Value }
  | Extract
  | SkipUnless
  | { readonly kind: 'pause'; readonly milliseconds: number }
  | Repeat
  | Loop
  /** The last of a round: whether it is the last of all. Nothing in it ever throws, whatever the answer. */
  | { readonly kind: 'done-if'; readonly holds: Predicate }
  | InnerStep

/** Leaves out the rest of the test, which then counts as skipped. */
export interface SkipUnless {
  readonly kind: 'skip-unless'
  readonly holds: Predicate
  /** Why it is left out, where somebody wrote that down. */
  readonly reason?: string
}

/** Sends a request. What follows looks at its answer. */
export interface Send {
  readonly kind: 'send'
  readonly request: ProgramRequest
}

export interface Expect {
  readonly kind: 'expect'
  /** The check in the words of the suite: `$.name equals Ada`. */
  readonly name: string
  readonly holds: Predicate
  /** It only counts for answers that are so. */
  readonly when?: Predicate
}

/** A variable gets a value of the answer. */
export interface Extract {
  readonly kind: 'extract'
  readonly variable: string
  readonly value: Value
  /** Where there is no such value, the variable stays as it is, and nothing fails. */
  readonly isOptional: boolean
  /** The value of the variable where there is no such value. Only for targets that loop, as is the next. */
  readonly standIn?: Value
  /** The value is put behind the list that the variable is, or each of its items. */
  readonly append?: 'item' | 'items'
  readonly when?: Predicate
}

/** Sends until an answer is as it should be, and goes on with the last one. */
export interface Repeat {
  readonly kind: 'repeat'
  readonly send: Send
  readonly attempts: number
  /** Milliseconds between two attempts; the pause grows by the factor `backoff`, to `longest` at most. */
  readonly interval: number
  readonly backoff: number
  readonly longest: number
  /** When to stop: nothing in it ever throws, whatever the answer. */
  readonly until: Predicate
  /** When to stop because it can only fail. */
  readonly stopWhen?: Predicate
}

/** Does statements round after round, each with answers of its own. Only for targets that loop. */
export interface Loop {
  readonly kind: 'loop'
  readonly over: Items | Count
  /** Milliseconds between two rounds. */
  readonly interval: number
  readonly statements: readonly Statement[]
}

/**
 * Each item of a list, under a name of its own. What is no list, has no items or more than `most`, fails the test. Every item has
 * its turn, and then each that failed fails the test.
 */
export interface Items {
  readonly kind: 'items'
  readonly item: string
  readonly list: Value
  readonly most: number
}

/** So many rounds, of which none follows one that failed; with `isOpen` no more than that, and the test fails if none is the last. */
export interface Count {
  readonly kind: 'count'
  readonly most: number
  readonly isOpen: boolean
}

/** A step of a group, with answers of its own. Only for targets that loop. */
export interface InnerStep {
  readonly kind: 'step'
  readonly name: string
  readonly statements: readonly Statement[]
}

/** A request, with everything that folders and settings say. Values that are not JSON bodies are text. */
export interface ProgramRequest {
  readonly method: string
  /** May have a query of its own. */
  readonly url: Value
  /** More of the query, to be encoded. */
  readonly query: readonly Field[]
  /** With the content type of the body, unless whoever sends it sets it: `multipart`. Names may repeat. */
  readonly headers: readonly Field[]
  readonly basic?: UserAndPassword
  /** Only where the target sends such. */
  readonly digest?: UserAndPassword
  readonly body?: ProgramBody
  /** Milliseconds. */
  readonly timeout?: number
  /** How many redirects are followed: 0 as a rule. */
  readonly redirects: number
  /** True where it sends and keeps cookies. */
  readonly cookies: boolean
  /** True where any certificate will do. */
  readonly insecure: boolean
}

export interface UserAndPassword {
  readonly username: Value
  readonly password: Value
}

export interface Field {
  readonly name: string
  readonly value: Value
  /** True where it is left out where it is null. Only in queries, and for targets that can. */
  readonly mayBeNull?: true
}

export type ProgramBody =
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  | { readonly kind: 'text'; readonly text: Value }
  | { readonly kind: 'multipart'; readonly parts: readonly ProgramPart[] }
  /** A file, named from where the tests lie. */
  | { readonly kind: 'file'; readonly file: Value }

export interface ProgramPart {
  readonly name: string
  readonly text?: Value
  readonly file?: Value
  readonly filename?: Value
  readonly type?: string
}

/** An expression. `typeOfValue` tells what is known of it. */
export type Value =
  | Literal
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  /** A text put together; numbers and the like become text as in a URL, anything else as JSON. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Value)[] }
  /** A variable of the program, or what is at the end of a path into it. */
  | {
      readonly kind: 'variable'
      readonly name: string
      readonly type: ValueType
      readonly path: Path
      /** True where the text that it is are the digits of a number. */
      readonly isDigits?: true
    }
  | {
      readonly kind: 'column'
      readonly row: string
      readonly name: string
      readonly type: ValueType
      readonly digits?: ColumnDigits
    }
  /** A variable of the process. */
  | { readonly kind: 'environment'; readonly name: string }
  /** Made up each time. */
  | { readonly kind: 'generated'; readonly what: Generated }
  | { readonly kind: 'status' }
  /** Milliseconds until the whole answer was there. */
  | { readonly kind: 'duration' }
  /** A header of the answer, or nothing. Repeated ones are joined by commas. */
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body-text' }
  | JsonPart
  | JsonParts
  /** The characters of a text, the items of a list, the members of an object. */
  | { readonly kind: 'length'; readonly of: Value }
  /** The text of a value: of a text itself, of anything else its JSON. */
  | { readonly kind: 'text-of'; readonly of: Value }
  /** The JSON of a value, as text. */
  | { readonly kind: 'json-text'; readonly of: Value }
  /** The number that a text is. */
  | { readonly kind: 'number-of'; readonly of: Value }
  /** The part of a text that a pattern finds: its first group, or all of it where it has none. */
  | { readonly kind: 'found'; readonly text: Value; readonly pattern: string; readonly group: 0 | 1 }
  | Call
  | Moment
  /** Where an answer came from. Only for targets that know it. */
  | { readonly kind: 'url' }
  /** The number of the round, counted from there. Only in loops. */
  | { readonly kind: 'round'; readonly from: 0 | 1 }

/** The result of a function of placeholders for a value; where it can make nothing of it, the step does not pass. Only for targets that call it. */
export interface Call {
  readonly kind: 'call'
  readonly function: string
  readonly of: Value
  readonly arguments: readonly JsonValue[]
  /** The key that it signs with. */
  readonly key?: Value
}

/** The time at which it is asked for, so many milliseconds later. Only for targets that call functions. */
export interface Moment {
  readonly kind: 'moment'
  readonly later: number
  /** As in ISO 8601 or a part of that, as in HTTP, or whole seconds since 1970. */
  readonly form: 'iso' | 'http' | 'unix' | readonly [from: number, to: number]
}

export interface Literal {
  readonly kind: 'literal'
  readonly value: JsonValue
}

export interface Member {
  readonly key: Value
  readonly value: Value
}

/** A part of the body as JSON, of the item that is being looked at, or of cookies: the one value at the end of a path, or nothing. */
export interface JsonPart {
  readonly kind: 'json'
  readonly root: JsonRoot
  readonly path: Path
}

/**
 * `cookies` are those that an answer sets, by their names: each an object of its `value` and of its attributes by their names in
 * lower case, or a list where several have that name. `secure`, `httponly` and `partitioned` are true, all else is text.
 */
export type JsonRoot = 'body' | 'item' | 'cookies'

/** The list of all values that a path selects. What some items lack is left out. */
export interface JsonParts {
  readonly kind: 'json-list'
  readonly root: JsonRoot
  readonly path: readonly Selector[]
}

/** A name, an index, or which of the items or members. */
export type Selector = string | number | Everything | Filter

/** All items of a list, as `[*]` has them in mind, or all members of an object, as `.*` does. */
export interface Everything {
  readonly kind: 'items' | 'members'
}

/** The items for which this holds; `item` is one of them. */
export interface Filter {
  readonly kind: 'filter'
  readonly holds: Predicate
}

/** Names and indexes. Negative ones count from the end. */
export type Path = readonly (string | number)[]

export type Generated = 'uuid' | 'timestamp' | 'iso-timestamp' | 'random-integer' | 'random-boolean'

/**
 * A predicate that holds or does not. None of them holds for a value that is not there, but `not`, `empty` and `absent`.
 */
export type Predicate =
  /**
   * The same. `json`: by value and type, whatever the order of members and however a number is written. `text`: both are texts,
   * or nothing. `number`: both are numbers. `loose`: a text is expected that a number, too, may have as its text, or something
   * whose type is not known: compare as `same` of suites does, which takes a text for the text of a number.
   */
  | { readonly kind: 'equal'; readonly actual: Value; readonly expected: Value; readonly as: Equality }
  | { readonly kind: 'compare'; readonly actual: Value; readonly sign: Sign; readonly expected: Value }
  /** A text in a text. */
  | { readonly kind: 'includes' | 'starts-with' | 'ends-with'; readonly text: Value; readonly part: Value }
  /** An item of the list that equals, or part of the text where it is one: the type of `actual` shows only when it is there. */
  | { readonly kind: 'contains'; readonly actual: Value; readonly expected: Value; readonly as: Equality }
  | { readonly kind: 'matches-regex'; readonly text: Value; readonly pattern: Value }
  | {
      readonly kind: 'one-of'
      readonly actual: Value
      readonly expected: readonly Value[]
      readonly as: Equality
    }
  | { readonly kind: 'is'; readonly value: Value; readonly type: JsonType }
  /** Neither a list nor an object. */
  | { readonly kind: 'is-single'; readonly value: Value }
  /** There, be it null. */
  | { readonly kind: 'present'; readonly value: Value }
  /** There, and neither null, nor an empty text, list or object. */
  | { readonly kind: 'exists'; readonly value: Value }
  /** Not so: not there, null or empty. */
  | { readonly kind: 'empty'; readonly value: Value }
  /** Empty, and nothing in the way to it: what should hold it is there and can hold it. */
  | { readonly kind: 'absent'; readonly part: JsonPart | JsonParts }
  /** At least what the pattern has, lists in any order. */
  | { readonly kind: 'matches'; readonly actual: Value; readonly pattern: Pattern }
  /** Every item, of one or more; and one of the items. Inside, `item` is one of them. */
  | { readonly kind: 'each' | 'any'; readonly list: Value; readonly holds: Predicate }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'all' | 'some'; readonly of: readonly Predicate[] }

export type Equality = 'json' | 'text' | 'number' | 'loose'

export type Sign = '<' | '<=' | '>' | '>='

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/** The parts that a value must have at least. */
export type Pattern =
  | {
      readonly kind: 'object'
      readonly members: readonly { readonly key: string; readonly pattern: Pattern }[]
    }
  /** Each of them is matched by an item of its own. */
  | { readonly kind: 'items'; readonly patterns: readonly Pattern[] }
  | { readonly kind: 'value'; readonly expected: Value; readonly as: Equality }
  | { readonly kind: 'any' }
  | { readonly kind: 'type'; readonly type: JsonType }
  | { readonly kind: 'text'; readonly format: 'uuid' | 'date-time' }
  | { readonly kind: 'regex'; readonly pattern: string }
