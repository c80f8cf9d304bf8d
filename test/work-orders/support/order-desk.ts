import { join } from 'node:path'
import type { Policy } from '#shared/model/app/policy'
import type { Journal } from '../../../src-main/journal/journal'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import type { Vault } from '../../../src-main/vault/vault'
import type { SignedOrders } from '../../../src-main/work-orders/signed-orders'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import {
  createTrustedKeys,
  noTrustedKeys,
  trustedKeysSchema,
} from '../../../src-main/work-orders/trusted-keys'
import { createUsedOrders } from '../../../src-main/work-orders/used-orders'
import { createWorkOrders } from '../../../src-main/work-orders/work-orders'

export const emptyJournal = (): Pick<Journal, 'head' | 'job' | 'jobs'> => ({
  head: () => ({ n: 0, hash: '0'.repeat(64) }),
  job: () => null,
  jobs: () => [],
})

/** Where the list of signed orders is not the subject. */
export const noSignedList: Pick<SignedOrders, 'remember' | 'noteSaved' | 'noteResult'> = {
  remember: () => Promise.resolve(),
  noteSaved: () => Promise.resolve(),
  noteResult: () => Promise.resolve(),
}

/** A vault in memory that lasts as long as the object. */
export const memoryVault = (state = 'keyring') => {
  const secrets = new Map<string, string>()
  return {
    secrets,
    status: () => ({ state }) as ReturnType<Vault['status']>,
    has: (name: string) => secrets.has(name),
    read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
    write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
  }
}

/** The work orders of one data folder, as the app opens them at its start. */
export const openOrders = async (
  folder: string,
  over: {
    journal?: Pick<Journal, 'head' | 'job' | 'jobs'>
    vault?: ReturnType<typeof memoryVault>
    now?: () => number
    openFile?: OpenFile
    fixedKeys?: Policy['trustedKeys'] | null
  } = {},
) => {
  const now = over.now ?? Date.now
  const { file } = await openJsonFile(join(folder, 'trusted-keys.json'), trustedKeysSchema, noTrustedKeys)
  const used = createUsedOrders({
    path: join(folder, 'used-orders.log'),
    hasHistory: () => file.read().keys.length > 0,
    now,
    ...(over.openFile === undefined ? {} : { openFile: over.openFile }),
  })
  const orders = createWorkOrders({
    keys: createSigningKeys(over.vault ?? memoryVault()),
    trusted: createTrustedKeys(file, now, over.fixedKeys ?? null),
    used,
    journal: over.journal ?? emptyJournal(),
    now,
  })
  return { orders, used, stop: used.stop }
}
