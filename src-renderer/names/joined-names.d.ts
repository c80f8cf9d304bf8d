import type { Name } from '#shared/model/name'

// `join` and `String` take anything and give a text. What they make of a name is a name here, so that it fits no text.

type Marked = Exclude<Name, string>
/** Only of names; `any` may be anything. */
type WithName<Of, Given> = 0 extends 1 & Of ? never : [Extract<Of, Marked>] extends [never] ? never : Given

declare global {
  interface ReadonlyArray<T> {
    join(this: WithName<T, readonly T[]>, separator?: string): Name
  }
  interface Array<T> {
    join(this: WithName<T, readonly T[]>, separator?: string): Name
  }
  interface StringConstructor {
    // eslint-disable-next-line @typescript-eslint/prefer-function-type -- an interface merges with that of the language, a function type does not
    <Value>(value: WithName<Value, Value>): Name
  }
}
