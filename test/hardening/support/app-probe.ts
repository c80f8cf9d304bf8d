import type * as ElectronModule from 'electron'
import type { CommandInput, CommandName, CommandValue } from '#shared/bridge/commands'
import type { RunningApp } from '../../support/app'

export type Electron = typeof ElectronModule

/** A running app and how to run code inside it. */
export interface AppProbe {
  /** Runs in main. The function is sent as text: it sees its two parameters and nothing of the test. */
  inMain<Value, Given = undefined>(
    work: (electron: Electron, args: Given) => Value | Promise<Value>,
    args?: Given,
  ): Promise<Value>
  /** Runs in the page's own world. */
  inPage<Value, Given = undefined>(
    work: (args: Given) => Value | Promise<Value>,
    args?: Given,
  ): Promise<Value>
  url(): Promise<string>
  /** The preload of its window. */
  readonly preload: string
  command<Name extends CommandName>(
    name: Name,
    ...input: CommandInput<Name> extends undefined ? [] : [CommandInput<Name>]
  ): Promise<CommandValue<Name>>
}

/** The build, driven by Playwright; `desk` is called late, since the app starts after the tests are named. */
export const probeByPlaywright = (desk: () => RunningApp): AppProbe => ({
  // Playwright's types unwrap handles, which are not used here.
  inMain: (work, args) => desk().app.evaluate(work as never, args as never),
  inPage: (work, args) => desk().page.evaluate(work as never, args as never),
  url: () => Promise.resolve(desk().page.url()),
  preload: `${process.cwd()}/out/preload/index.cjs`,
  command: (name, ...input) => desk().command(name, ...input),
})
