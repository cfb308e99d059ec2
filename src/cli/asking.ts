import type { Problem, Result } from '../model/problem.ts'
import type { Operation } from '../operations/operation.ts'
import type { ObjectSchema } from '../operations/schema.ts'
import type { AnyGiven, Command, Given, OptionTable } from './command.ts'
import { hostOf } from './host.ts'
import { type ChangesOf, type Choices, type Derived, optionsOf, type Properties } from './options-of.ts'
import { refuse } from './print-result.ts'

type Places<All extends Properties> = readonly (keyof All)[]

/** The facts of a command beside the arguments and options of its operation. */
type Beside = Omit<Command, 'operations' | 'positionals' | 'options' | 'run'>

type GivenOf<Table> = Table extends OptionTable ? Given<Table> : never

/** The typed values of a command that asks for an operation. */
type Asked<All extends Properties, Order extends Places<All>, Keys, More> = GivenOf<
  Derived<All, Order, Keys>['positionals']
> &
  GivenOf<Derived<All, Order, Keys>['options']> &
  GivenOf<More>

/** A command that asks for one operation and shows the answer. Its own `options` come before those of the operation. */
export function asking<
  All extends Properties,
  Answer,
  const Order extends Places<All> = readonly [],
  const Keys extends ChangesOf<All> = ChangesOf<All>,
  const More extends OptionTable = OptionTable,
>(
  operation: Operation<ObjectSchema<All>, Answer>,
  definition: Choices<All, Order, Keys> &
    Beside & {
      readonly options: More
      /** The problems that keep it from being asked for. */
      refuses?(given: Asked<All, Order, Keys, More>): readonly Problem[]
      /** Shows the answer; its own answer is the exit code. */
      show(answer: Result<Answer>, given: Asked<All, Order, Keys, More>): number
    },
): Command
export function asking(
  operation: Omit<Operation<ObjectSchema, unknown>, 'preview' | 'tell'>,
  definition: Choices<Properties, readonly string[], ChangesOf<Properties>> &
    Beside & {
      readonly options: OptionTable
      refuses?(given: AnyGiven): readonly Problem[]
      show(answer: Result<unknown>, given: AnyGiven): number
    },
): Command {
  const { inputOf, positionals, options } = optionsOf(operation.input, definition)
  return {
    ...definition,
    operations: [operation],
    positionals,
    options: { ...definition.options, ...options },
    async run(given) {
      const problems = definition.refuses?.(given) ?? []
      const told = inputOf(given)
      if (problems.length > 0) return refuse(told.ok ? problems : [...told.problems, ...problems])
      return told.ok
        ? definition.show(await operation.run(told.value, hostOf()), given)
        : refuse(told.problems)
    },
  }
}
