import type * as ElectronModule from 'electron'
import type { CommandInput, CommandName, CommandValue } from '#shared/commands'
import type { RunningApp } from '../../support/app'

export type Electron = typeof ElectronModule

/** A running app and what may be asked inside of it, whoever carries the questions in. */
export interface LookedInto {
  /** Runs in main. The function goes over as its text: it sees its two parameters and nothing of the test. */
  inMain<Value, Given = undefined>(
    work: (electron: Electron, given: Given) => Value | Promise<Value>,
    given?: Given,
  ): Promise<Value>
  /** Runs in the page's own world. */
  inPage<Value, Given = undefined>(
    work: (given: Given) => Value | Promise<Value>,
    given?: Given,
  ): Promise<Value>
  url(): Promise<string>
  /** The preload that its window has. */
  readonly preload: string
  command<Name extends CommandName>(
    name: Name,
    ...input: CommandInput<Name> extends undefined ? [] : [CommandInput<Name>]
  ): Promise<CommandValue<Name>>
}

/** The build, driven by Playwright; `desk` is asked when it is needed, since it starts after the tests are named. */
export const lookedIntoByPlaywright = (desk: () => RunningApp): LookedInto => ({
  // Playwright's types unwrap handles, which nobody gives here.
  inMain: (work, given) => desk().app.evaluate(work as never, given as never),
  inPage: (work, given) => desk().page.evaluate(work as never, given as never),
  url: () => Promise.resolve(desk().page.url()),
  preload: `${process.cwd()}/out/preload/index.cjs`,
  command: (name, ...input) => desk().command(name, ...input),
})
