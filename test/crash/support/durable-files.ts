import { z } from 'zod'
import { draftsSchema, noDrafts } from '../../../src-main/drafts/order-drafts'
import { emptyOutbox, outboxSchema } from '../../../src-main/desk/outbox-file'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/desk/loans/loan-facts'
import { environmentsSchema, noEnvironments } from '../../../src-main/environments/environments-file'
import { saveDurably, writeDurably } from '../../../src-main/files/durable'
import { openJsonFile } from '../../../src-main/files/json-file'
import { emptyRegister, registerSchema } from '../../../src-main/register/register'
import { enabledModelsSchema, noEnabledModels } from '../../../src-main/settings/enabled-models'
import { emptyVault, vaultSchema } from '../../../src-main/vault/vault'

/** One of the files that the app writes whole, in a folder of its own. */
export interface DurableFile {
  readonly name: string
  /** Writes a content of about so many bytes, told apart by its mark; throws what the disk said. */
  readonly write: (path: string, mark: string, length: number) => Promise<void>
  /** The mark that whoever opens it finds; null where there is none. Throws where something was put aside. */
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
    const { file, putAside } = await openJsonFile(path, schema, initial)
    if (putAside !== null) throw new Error(`put aside: ${putAside}`)
    return marked.parse(JSON.stringify(file.read()))
  },
})

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

/** Every file of the app's that is written whole. The journal is appended to, and has tests of its own. */
export const durableFiles = (read: (path: string) => Promise<string>): readonly DurableFile[] => [
  json('environments.json', environmentsSchema, noEnvironments, (text) => ({
    ...noEnvironments,
    current: text.slice(0, 200),
  })),
  json('vault.json', vaultSchema, emptyVault, (text) => ({
    ...emptyVault,
    passphrase: null,
    secrets: { token: { backend: 'x', key: '', iv: '', tag: '', text } },
  })),
  json('register.json', registerSchema, emptyRegister, (text) => ({
    version: 1 as const,
    platforms: { training: [{ ...enterprise, enterpriseName: text }] },
  })),
  json('loans.json', loanFactsSchema, noLoanFacts, (text) => ({
    version: 1 as const,
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
  json('queue.json', outboxSchema, emptyOutbox, (text) => ({
    ...emptyOutbox,
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
  wholeText('a profile', writeDurably, read),
  wholeText('a saved file', (path, text) => saveDurably(path, Buffer.from(text)), read),
]
