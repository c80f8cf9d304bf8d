import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'
import { useNewEnterprise } from './new-enterprise'

/** The enterprise that is being added, and why it was not: the answer may come while another page is open. */
export const useEnterpriseChangesStore = defineStore('enterprise-changes', () => {
  const enterprises = useEnterprisesStore()
  const { clear, by, id, name, channelCode, channelCustomerId } = useNewEnterprise()
  const typed = (): string =>
    JSON.stringify([by, id, name, channelCode, channelCustomerId].map(({ value }) => value))
  const adding = ref(false)
  const failure = ref<CommandFailure | null>(null)

  const add = async (enterprise: CommandInput<'enterprises/add'>): Promise<void> => {
    if (adding.value) return
    adding.value = true
    failure.value = null
    const before = typed()
    failure.value = await enterprises.add(enterprise)
    adding.value = false
    // What was typed meanwhile is the next enterprise.
    if (failure.value === null && typed() === before) clear()
  }
  return { adding, failure, add }
})
