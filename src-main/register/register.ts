import { z } from 'zod'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { JsonFile } from '../files/json-file'
import type { PlatformClient } from '../platform/client'
import { createListeners } from '../listeners'

const enterprise = z.object({
  enterpriseGlobalId: z.string(),
  enterpriseName: z.string().nullable(),
  channelCode: z.string().nullable(),
  channelCustomerId: z.string().nullable(),
})
export type KnownEnterprise = z.infer<typeof enterprise>

/** One list for each platform, by its base URL: training's enterprises are nobody else's. */
export const registerSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.array(enterprise)),
})
export type RegisterContent = z.infer<typeof registerSchema>

export const emptyRegister: RegisterContent = { version: 1, platforms: {} }

export interface Register {
  list(): readonly KnownEnterprise[]
  /** Throws what the disk said. */
  add(enterprises: readonly KnownEnterprise[]): Promise<void>
  /** Asks the platform which enterprise a channel's customer belongs to (order operation 3). */
  addByChannel(channelCode: string, channelCustomerId: string): Promise<Outcome<number, PlatformFailure>>
  remove(enterpriseGlobalId: string): Promise<void>
  onChange(listener: () => void): () => void
}

/**
 * The enterprises this desk looks locks up in. No operation lists enterprises or finds an asset by its number, so
 * they are learnt: by a channel's customer number, or typed in.
 */
export const createRegister = (deps: {
  file: JsonFile<RegisterContent>
  client: PlatformClient
  /** The key of this platform's list in the file. */
  platform: string
}): Register => {
  const { file, client, platform } = deps
  const listeners = createListeners<undefined>()
  const list = () => file.read().platforms[platform] ?? []

  const update = async (change: (known: readonly KnownEnterprise[]) => KnownEnterprise[]) => {
    await file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platform]: change(content.platforms[platform] ?? []) },
    }))
    listeners.tell(undefined)
  }

  const add = (added: readonly KnownEnterprise[]) =>
    update((before) => {
      const byId = new Map(before.map((known) => [known.enterpriseGlobalId, known]))
      for (const one of added) {
        const known = byId.get(one.enterpriseGlobalId)
        byId.set(one.enterpriseGlobalId, {
          enterpriseGlobalId: one.enterpriseGlobalId,
          enterpriseName: one.enterpriseName ?? known?.enterpriseName ?? null,
          channelCode: one.channelCode ?? known?.channelCode ?? null,
          channelCustomerId: one.channelCustomerId ?? known?.channelCustomerId ?? null,
        })
      }
      return [...byId.values()]
    })

  return {
    list,
    add,
    addByChannel: async (channelCode, channelCustomerId) => {
      const answer = await client.call('order.queryCustomers', {
        query: { channelCode, channelCustomerId, defaultCustomer: 'N' },
      })
      if (!answer.ok) return fail(answer.error)
      const found = answer.value.flatMap(({ enterpriseGlobalId, enterpriseName, ...customer }) =>
        enterpriseGlobalId === null
          ? []
          : [
              {
                enterpriseGlobalId,
                enterpriseName,
                channelCode: customer.channelCode,
                channelCustomerId: customer.channelCustomerId,
              },
            ],
      )
      // An enterprise may have several customers of a channel: the number that was asked for is the one that is kept.
      const isAsked = (one: KnownEnterprise): boolean =>
        one.channelCode === channelCode && one.channelCustomerId === channelCustomerId
      await add([...found.filter((one) => !isAsked(one)), ...found.filter(isAsked)])
      return succeed(new Set(found.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size)
    },
    remove: (enterpriseGlobalId) =>
      update((known) => known.filter((one) => one.enterpriseGlobalId !== enterpriseGlobalId)),
    onChange: listeners.add,
  }
}
