import type { CommandInput, CommandName, commands } from '#shared/bridge/commands'

/** The commands that the table marks as changing. */
export type ChangingCommand = {
  [Name in CommandName]: (typeof commands)[Name] extends { readonly isChange: true } ? Name : never
}[CommandName]

const row = { assetNum: 'LD8000000017', shellNumber: null, enterpriseGlobalId: null }
const by = { action: 'disable', operatorIdentity: 'Li Wei' } as const

/** A valid input of each; one that is missing does not compile. */
export const changingInputs: { readonly [Name in ChangingCommand]: CommandInput<Name> } = {
  'continuous/start': by,
  'jobs/start': { ...by, rows: [{ ...row, plugId: null }], retryOf: null },
  'jobs/resume': { jobId: 'J1' },
  'outbox/add': { ...by, rows: [row] },
  'outbox/release': { ids: ['Q1'] },
  'work-orders/carry-out': { bytes: new Uint8Array([123, 125]), leaveOut: [], operatorIdentity: 'Li Wei' },
}
