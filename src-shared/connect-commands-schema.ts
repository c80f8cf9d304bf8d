import { z } from 'zod'
import type { ConnectCommands } from './connect-commands'
import { isAddress } from './model/environment'
import { shortestPassphrase } from './model/vault-status'

const nothing = z.undefined()
const named = z.string().trim().min(1).max(200)
/** Secrets are as long as their makers like; a megabyte is a mistake. */
const secret = z.string().min(1).max(4_000)
const address = z.string().trim().max(400).refine(isAddress)

const fields = z.strictObject({
  name: named,
  baseUrl: address,
  userCentreUrl: address,
  orderAppKey: named.nullable(),
  memberAppKey: named.nullable(),
  userName: named.nullable(),
})
const appSecrets = { orderSecret: secret.nullable(), memberSecret: secret.nullable() }
const passphrase = z.string().min(shortestPassphrase).max(1_000)

type Schemas = { [Name in keyof ConnectCommands]: z.ZodType<ConnectCommands[Name]['input']> }

export const connectCommandSchemas: Schemas = {
  'connect/begin': z.strictObject({ id: named.nullable() }),
  'connect/test': z.strictObject({
    fields,
    secrets: z.strictObject({ ...appSecrets, password: secret.nullable() }),
  }),
  'connect/stop-test': nothing,
  'connect/save': z.strictObject({ fields, secrets: z.strictObject(appSecrets), anyway: z.boolean() }),
  'connect/end': nothing,
  'environments/list': nothing,
  'environments/switch': z.strictObject({ id: named, pauseJobs: z.boolean() }),
  'environments/remove': z.strictObject({ id: named }),
  'environments/sign-in': z.strictObject({ password: secret }),
  'environments/sign-out': z.strictObject({ id: named, forgetKeys: z.boolean() }),
  'vault/status': nothing,
  'vault/check': nothing,
  'vault/set-passphrase': z.strictObject({ passphrase }),
  'vault/unlock': z.strictObject({ passphrase: z.string().min(1).max(1_000) }),
  'vault/forget-passphrase': nothing,
  'app/restart': nothing,
  'data/describe': nothing,
  'data/open': nothing,
  'training/reset': nothing,
}
