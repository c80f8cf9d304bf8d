import { useDraft } from '../../../stores/drafts-store'

const firstBy = 'channel'

/** The form of an enterprise to be added. It comes back with the page until the enterprise is added. */
export const useNewEnterprise = () => {
  const by = useDraft(
    () => 'new enterprise: by',
    () => firstBy,
  )
  const id = useDraft(() => 'new enterprise: ID')
  const name = useDraft(() => 'new enterprise: name')
  const channelCode = useDraft(() => 'new enterprise: channel code')
  const channelCustomerId = useDraft(() => 'new enterprise: channel customer ID')
  const clear = (): void => {
    for (const text of [id, name, channelCode, channelCustomerId]) text.value = ''
    by.value = firstBy
  }
  return { by, id, name, channelCode, channelCustomerId, clear }
}
