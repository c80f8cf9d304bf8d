import type { CommandFailure } from '#shared/bridge/commands'

/** Whether the key of this computer could not be read or stored: setting or entering the passphrase may help. */
export const isKeyFailure = (failure: CommandFailure | null): boolean =>
  failure?.code === 'key-not-readable' || failure?.code === 'key-not-storable'
