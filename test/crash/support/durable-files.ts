import { z } from 'zod'
import { draftsSchema, noDrafts } from '../../../src-main/orders/order-drafts'
import { emptyQueue, queueSchema } from '../../../src-main/changes/offline-queue/queue-file'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import {
  savedPlatformsSchema,
  noSavedPlatforms,
} from '../../../src-main/saved-platforms/saved-platforms-file'
import { saveDurably, writeDurably } from '../../../src-main/util/files/durable-file'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { emptyEnterpriseList, enterpriseListSchema } from '../../../src-main/directory/enterprise-list'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { noRemindedLoans, remindedLoansSchema } from '../../../src-main/reminders/reminded-loans'
import { noSavedViews, savedViewsSchema } from '../../../src-main/views/saved-views'
import { enabledModelsSchema, noEnabledModels } from '../../../src-main/settings/enabled-models'
import { emptyVault, vaultSchema } from '../../../src-main/vault/vault-content'
import { noTrustedKeys, trustedKeysSchema } from '../../../src-main/work-orders/trusted-keys'

/** One of the files that the app writes atomically, in its own folder. */
export interface DurableFile {
  readonly name: string
  /** Writes content of about this length with a mark; throws the disk's error. */
  readonly write: (path: string, mark: string, length: number) => Promise<void>
  /** The mark found on opening; null if there is none. Throws if the file was quarantined. */
  readonly open: (path: string) => Promise<string | null>
}

const marked = z.string().transform((text) => /<(\w+)>/.exec(text)?.[1] ?? null)

const json = <Value extends object>(
  name: string,
  schema: z.ZodType<Value>,
  initial: NoInfer<Value>,
  holding: (text: string) => NoInfer<Value>,
): DurableFile => ({
  name,
  write: async (path, mark, length) => {
    const { file } = await openJsonFile(path, schema, initial)
    await file.update(() => holding(`<${mark}>${'x'.repeat(length)}`))
  },
  open: async (path) => {
    const { file, quarantinedAs } = await openJsonFile(path, schema, initial)
    if (quarantinedAs !== null) throw new Error(`quarantined: ${quarantinedAs}`)
    return marked.parse(JSON.stringify(file.read()))
  },
})

const emptyState = { text: '', filter: {}, sort: null, hidden: [], widths: {} }
const chunks = (text: string): string[] => text.match(/.{1,200}/gs) ?? []

const enterprise = { enterpriseGlobalId: 'E1', channelCode: null, channelCustomerId: null }

const wholeText = (
  name: string,
  write: (path: string, text: string) => Promise<void>,
  read: (path: string) => Promise<string>,
): DurableFile => ({
  name,
  write: (path, mark, length) => write(path, `<${mark}>${'x'.repeat(length)}<end>`),
  open: async (path) => {
    const text = await read(path)
    if (text !== '' && !text.endsWith('<end>')) throw new Error(`a short file of ${text.length} bytes`)
    return marked.parse(text)
  },
})

/** Every file that the app writes atomically. The journal is appended to and has its own tests. */
export const durableFiles = (read: (path: string) => Promise<string>): readonly DurableFile[] => [
  json('environments.json', savedPlatformsSchema, noSavedPlatforms, (text) => ({
    ...noSavedPlatforms,
    current: text.slice(0, 200),
  })),
  json('vault.json', vaultSchema, emptyVault, (text) => ({
    ...emptyVault,
    passphrase: null,
    secrets: { token: { backend: 'x', key: '', iv: '', tag: '', text } },
  })),
  json('register.json', enterpriseListSchema, emptyEnterpriseList, (text) => ({
    version: 1 as const,
    platforms: { training: [{ ...enterprise, enterpriseName: text }] },
  })),
  json('loans.json', loanFactsSchema, noLoanFacts, (text) => ({
    version: 2 as const,
    platforms: {
      training: [
        {
          borrowedUsbKey: 'LD8000000030',
          memberGlobalId: null,
          enterpriseGlobalId: 'E1',
          enterpriseName: null,
          memberName: null,
          assets: [],
          lentHere: null,
          dueOn: null,
          note: text,
          returned: null,
          closed: null,
        },
      ],
    },
  })),
  json('lock-models.json', enabledModelsSchema, noEnabledModels, (text) => ({
    version: 1 as const,
    models: [
      { vendorId: 1, productId: 2, product: text, comparedNumber: '8000000017' as never, enabledAt: 1 },
    ],
  })),
  json('drafts.json', draftsSchema, noDrafts, (text) => ({
    version: 1 as const,
    orders: { training: text },
  })),
  json('queue.json', queueSchema, emptyQueue, (text) => ({
    ...emptyQueue,
    ended: [
      {
        id: 'Q1',
        environment: text,
        action: 'disable' as const,
        assetNum: 'LD8000000017',
        shellNumber: null,
        how: 'already' as const,
        at: 1,
        state: null,
        reason: null,
      },
    ],
  })),
  json('lock-names.json', lockNamesSchema, noLockNames, (text) => ({
    version: 1 as const,
    platforms: {
      training: [{ enterpriseGlobalId: 'E1', assetNum: 'LD8000000017', name: '', note: text }],
    },
  })),
  json('reminders.json', remindedLoansSchema, noRemindedLoans, (text) => ({
    version: 2 as const,
    days: { '2026-11-30': { training: [text] } },
  })),
  json('trusted-keys.json', trustedKeysSchema, noTrustedKeys, (text) => ({
    version: 1 as const,
    keys: [
      { key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', name: text, trustedAt: 0, withdrawnAt: null },
    ],
  })),
  json('saved-views.json', savedViewsSchema, noSavedViews, (text) => ({
    version: 2 as const,
    platforms: Object.fromEntries(
      // A view has a limited length, so the text is spread over platforms.
      (text.match(/.{1,7000}/gs) ?? []).map((part, at) => [
        at === 0 ? 'training' : `https://p${at}.example`,
        {
          assets: {
            views: [],
            defaultName: null,
            last: { ...emptyState, filter: { operator: chunks(part) } },
          },
        },
      ]),
    ),
  })),
  wholeText('a profile', writeDurably, read),
  wholeText('a saved file', (path, text) => saveDurably(path, Buffer.from(text)), read),
]
