import { ref, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { command } from '../../bridge'
import { assetKey } from '../../entities/asset/asset-key'
import { useAssetsViewStore } from './assets-view-store'

/** Requests the assets with an extension (order operation 8 with its code), enterprise by enterprise. */
export const useExtensionFilter = (deps: {
  readonly enterprises: () => readonly string[]
  readonly records: () => readonly LockRecord[]
}) => {
  const view = useAssetsViewStore()
  const isSearching = ref(false)
  const failure = ref<CommandFailure | null>(null)
  let lastRequestId = 0

  /** True if the platform responded for every enterprise. */
  const search = async (text: string): Promise<boolean> => {
    const code = text.trim()
    if (code === '') return false
    lastRequestId += 1
    const requestId = lastRequestId
    isSearching.value = true
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
    const enterprises = deps.enterprises()
    for (const enterpriseGlobalId of enterprises) {
      const outcome = await command('assets/with-extension', { enterpriseGlobalId, extendCode: code })
      if (requestId !== lastRequestId) return false
      if (!outcome.ok) {
        failure.value = outcome.error
        isSearching.value = false
        return false
      }
      for (const assetNum of outcome.value) {
        const key = assetKey({ enterpriseGlobalId, assetNum })
        values.set(key, known.get(key) ?? null)
      }
    }
    isSearching.value = false
    view.set({ extension: { code, values, enterprises } })
    return true
  }

  const cancel = (): void => {
    lastRequestId += 1
    isSearching.value = false
    failure.value = null
  }

  // What the platform said of some enterprises says nothing about others. They may be chosen on another page, too.
  watch(
    () => deps.enterprises().join('\n'),
    (shown, before) => {
      if (before !== undefined) cancel()
      const { extension } = view.filter
      if (extension !== null && extension.enterprises.join('\n') !== shown) view.clear('extension')
    },
    { immediate: true },
  )

  return { isSearching, failure, search, cancel }
}
