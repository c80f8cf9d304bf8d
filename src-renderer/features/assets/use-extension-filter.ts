import { ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { LockRecord } from '#shared/model/lock-record'
import { command } from '../../bridge'
import { assetKey } from '../../record/asset-key'
import { useAssetsViewStore } from './assets-view-store'

/** Asks the platform which assets carry an extension (order operation 8 with its code), enterprise by enterprise. */
export const useExtensionFilter = (deps: {
  readonly enterprises: () => readonly string[]
  readonly records: () => readonly LockRecord[]
}) => {
  const view = useAssetsViewStore()
  const isAsking = ref(false)
  const failure = ref<CommandFailure | null>(null)
  let newest = 0

  /** True where the platform answered for every enterprise. */
  const ask = async (text: string): Promise<boolean> => {
    const code = text.trim()
    if (code === '') return false
    newest += 1
    const mine = newest
    isAsking.value = true
    failure.value = null
    const values = new Map<string, string | null>()
    const known = new Map(
      deps
        .records()
        .map((record) => [
          assetKey(record),
          record.extensions?.find((extension) => extension.code === code)?.value ?? null,
        ]),
    )
    for (const enterpriseGlobalId of deps.enterprises()) {
      const outcome = await command('assets/with-extension', { enterpriseGlobalId, extendCode: code })
      if (mine !== newest) return false
      if (!outcome.ok) {
        failure.value = outcome.error
        isAsking.value = false
        return false
      }
      for (const assetNum of outcome.value) {
        const key = `${enterpriseGlobalId}/${assetNum}`
        values.set(key, known.get(key) ?? null)
      }
    }
    isAsking.value = false
    view.set({ extension: { code, values } })
    return true
  }

  const giveUp = (): void => {
    newest += 1
    isAsking.value = false
    failure.value = null
  }

  return { isAsking, failure, ask, giveUp }
}
