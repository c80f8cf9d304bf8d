import { z } from 'zod'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { JsonFile } from '../util/files/json-file'
import type { PlatformClient } from '../platform/client'
import { createEmitter } from '../util/emitter'

const enterprise = z.object({
  enterpriseGlobalId: z.string(),
  enterpriseName: z.string().nullable(),
  channelCode: z.string().nullable(),
  channelCustomerId: z.string().nullable(),
})
export type KnownEnterprise = z.infer<typeof enterprise>

/** One list per platform, keyed by platform ID, so that training enterprises stay separate. */
export const enterpriseListSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.array(enterprise)),
})
export type EnterpriseListContent = z.infer<typeof enterpriseListSchema>

export const emptyEnterpriseList: EnterpriseListContent = { version: 1, platforms: {} }

export interface EnterpriseList {
  list(): readonly KnownEnterprise[]
  /** Throws the file system's error. */
  add(enterprises: readonly KnownEnterprise[]): Promise<void>
  /** Looks up the enterprise of a channel's customer (order operation 3). */
  addByChannel(channelCode: string, channelCustomerId: string): Promise<Outcome<number, PlatformFailure>>
  remove(enterpriseGlobalId: string): Promise<void>
  onChange(listener: () => void): () => void
}

/**
 * Looks up the enterprises of a channel's customer (order operation 3). An enterprise may have several customer
 * numbers in a channel; the requested one is the last, so that the list stores it.
 */
export const findByChannel = async (
  client: PlatformClient,
  channelCode: string,
  channelCustomerId: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly KnownEnterprise[], PlatformFailure>> => {
  const answer = await client.call(
    'order.queryCustomers',
    { query: { channelCode, channelCustomerId, defaultCustomer: 'N' } },
    signal === undefined ? {} : { signal },
  )
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
  const isAsked = (one: KnownEnterprise): boolean =>
    one.channelCode === channelCode && one.channelCustomerId === channelCustomerId
  return succeed([...found.filter((one) => !isAsked(one)), ...found.filter(isAsked)])
}

/** Adds enterprises, or what is known of them; an empty field keeps the known value. */
export const withEnterprises = (
  before: readonly KnownEnterprise[],
  added: readonly KnownEnterprise[],
): KnownEnterprise[] => {
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
}

/**
 * The enterprises in which locks are looked up. No operation lists enterprises or finds an asset by number, so
 * they are added by channel customer number or entered by hand.
 */
export const createEnterpriseList = (deps: {
  file: JsonFile<EnterpriseListContent>
  client: PlatformClient
  /** The platform's key in the file. */
  platformId: string
}): EnterpriseList => {
  const { file, client, platformId } = deps
  const listeners = createEmitter<undefined>()
  const list = () => file.read().platforms[platformId] ?? []

  const update = async (change: (known: readonly KnownEnterprise[]) => KnownEnterprise[]) => {
    await file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platformId]: change(content.platforms[platformId] ?? []) },
    }))
    listeners.emit(undefined)
  }

  const add = (added: readonly KnownEnterprise[]) => update((before) => withEnterprises(before, added))

  return {
    list,
    add,
    addByChannel: async (channelCode, channelCustomerId) => {
      const found = await findByChannel(client, channelCode, channelCustomerId)
      if (!found.ok) return found
      await add(found.value)
      return succeed(new Set(found.value.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size)
    },
    remove: (enterpriseGlobalId) =>
      update((known) => known.filter((one) => one.enterpriseGlobalId !== enterpriseGlobalId)),
    onChange: listeners.add,
  }
}
