import type {
  EnvironmentFacts,
  EnvironmentFields,
  EnvironmentList,
  EnvironmentSecrets,
  TestReport,
  TestStep,
} from './model/environment'
import type { VaultStatus } from './model/vault-status'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** What is being entered: main holds the secrets of it, each from the moment it was given once. */
export interface ConnectDraft {
  /** Null for a new one. */
  readonly id: string | null
  readonly fields: EnvironmentFields | null
  /** Which secrets main has already, from the vault or from an earlier test of this draft. */
  readonly has: { readonly orderSecret: boolean; readonly memberSecret: boolean; readonly password: boolean }
}

/**
 * `busy`: changes are on their way, or jobs run; nothing was stopped. `stayed`: made passwords would have been lost,
 * and the person stays for them.
 */
export type SwitchAnswer =
  | { readonly state: 'switched' }
  | { readonly state: 'stayed' }
  | { readonly state: 'busy'; readonly onTheirWay: number; readonly jobs: number }

export interface DataFolder {
  readonly path: string
  /** Whether training is what is open now: only then can it be reset. */
  readonly training: boolean
}

/** Commands about platforms, their secrets and where these are kept. */
export interface ConnectCommands {
  /** Opens the one draft there is, of a saved environment or a new one, and forgets the one before. */
  'connect/begin': Command<{ readonly id: string | null }, ConnectDraft>
  /** Walks the steps, each told by `connect/steps`; what it finds good is kept for `connect/save`. */
  'connect/test': Command<
    { readonly fields: EnvironmentFields; readonly secrets: EnvironmentSecrets },
    { readonly report: TestReport; readonly has: ConnectDraft['has'] }
  >
  'connect/stop-test': Command<undefined, null>
  /** Untested, or with a test that failed, only `anyway`; a password is then not kept. */
  'connect/save': Command<
    {
      readonly fields: EnvironmentFields
      readonly secrets: Omit<EnvironmentSecrets, 'password'>
      readonly anyway: boolean
    },
    EnvironmentFacts
  >
  /** Forgets the draft and its secrets. */
  'connect/end': Command<undefined, null>
  'environments/list': Command<undefined, EnvironmentList>
  /** The page is loaded anew once it is done. */
  'environments/switch': Command<{ readonly id: string; readonly pauseJobs: boolean }, SwitchAnswer>
  /** With its secrets and its sign-in. The one that is open cannot be removed. */
  'environments/remove': Command<{ readonly id: string }, EnvironmentList>
  /** Of the environment that is open; the password goes to the user centre once and is kept nowhere. */
  'environments/sign-in': Command<{ readonly password: string }, null>
  /** Answers what was forgotten. */
  'environments/sign-out': Command<
    { readonly id: string; readonly forgetKeys: boolean },
    { readonly signIn: boolean; readonly keys: number }
  >
  'vault/status': Command<undefined, VaultStatus>
  /** Asks the keyring again. */
  'vault/check': Command<undefined, VaultStatus>
  'vault/set-passphrase': Command<{ readonly passphrase: string }, VaultStatus>
  'vault/unlock': Command<{ readonly passphrase: string }, { readonly opened: boolean }>
  /** And all that lies under it. */
  'vault/forget-passphrase': Command<undefined, VaultStatus>
  'app/restart': Command<undefined, null>
  'data/describe': Command<undefined, DataFolder>
  'data/open': Command<undefined, null>
  /** Moves the training data aside and begins anew; the page is loaded anew once it is done. */
  'training/reset': Command<undefined, SwitchAnswer>
}

export const connectCommandNames: Record<keyof ConnectCommands, true> = {
  'connect/begin': true,
  'connect/test': true,
  'connect/stop-test': true,
  'connect/save': true,
  'connect/end': true,
  'environments/list': true,
  'environments/switch': true,
  'environments/remove': true,
  'environments/sign-in': true,
  'environments/sign-out': true,
  'vault/status': true,
  'vault/check': true,
  'vault/set-passphrase': true,
  'vault/unlock': true,
  'vault/forget-passphrase': true,
  'app/restart': true,
  'data/describe': true,
  'data/open': true,
  'training/reset': true,
}

export interface ConnectEvents {
  'connect/steps': readonly TestStep[]
  'environments/changed': EnvironmentList
  'vault/changed': VaultStatus
}

export const connectEventNames: Record<keyof ConnectEvents, true> = {
  'connect/steps': true,
  'environments/changed': true,
  'vault/changed': true,
}
