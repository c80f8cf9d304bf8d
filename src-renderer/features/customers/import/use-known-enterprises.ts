import { computed } from 'vue'
import type { EnterpriseImportRow } from '#shared/model/enterprise-import'
import { joinKey } from '#shared/model/join-key'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'

/** Whether the enterprise of a row is on the list already; searching the list for every row would take too long. */
export const useKnownEnterprises = () => {
  const enterprises = useEnterprisesStore()
  const known = computed(() => {
    const ids = new Set<string>()
    const customers = new Set<string>()
    for (const { enterpriseGlobalId, channelCode, channelCustomerId } of enterprises.enterprises) {
      ids.add(enterpriseGlobalId)
      if (channelCode !== null && channelCustomerId !== null)
        customers.add(joinKey(channelCode, channelCustomerId))
    }
    return { ids, customers }
  })
  return ({ enterpriseGlobalId, channelCode, channelCustomerId }: EnterpriseImportRow): boolean =>
    enterpriseGlobalId === null
      ? known.value.customers.has(joinKey(channelCode ?? '', channelCustomerId ?? ''))
      : known.value.ids.has(enterpriseGlobalId)
}
