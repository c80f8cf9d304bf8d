import { computed } from 'vue'
import type { RegisteredEnterprise } from '#shared/commands'
import { isLicenseType, licenseTypes } from '#shared/model/license-types'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { useSettingsStore } from '../../app/stores/settings-store'
import { useTexts } from '../../i18n/use-texts'
import { useKnownAssetsStore } from './known-assets-store'
import { textOf } from './order-node'
import type { OrderNode } from './order-node'
import type { Problem } from './order-problems'
import { useOrdersStore } from './orders-store'
import { sayOrder } from './say-order'
import type { FactsAbout } from './sentence-facts'

const channelKey = (channelCode: string, channelCustomerId: string): string =>
  JSON.stringify([channelCode, channelCustomerId])

/** What an order does and what is wrong with it, in the person's words and with the names this desk knows. */
export const useOrderWords = () => {
  const register = useEnterprisesStore()
  const settings = useSettingsStore()
  const assets = useKnownAssetsStore()
  const orders = useOrdersStore()
  const { t, language } = useTexts()

  /** A key typed into another field of the batch's head makes no sentence anew. */
  const channelCode = computed(() => orders.head.channelCode)
  const ofChannel = computed(() => {
    const found = new Map<string, RegisteredEnterprise>()
    // Of two with one number the first counts.
    for (const one of register.enterprises.toReversed())
      if (one.channelCode !== null && one.channelCustomerId !== null)
        found.set(channelKey(one.channelCode, one.channelCustomerId), one)
    return found
  })
  const customerOf = (order: OrderNode): string | null => {
    const enterpriseId = textOf(order, 'enterpriseGlobalId')
    const channelCustomerId = textOf(order, 'channelCustomerId')
    const known =
      enterpriseId === ''
        ? ofChannel.value.get(channelKey(channelCode.value, channelCustomerId))
        : register.byId.get(enterpriseId)
    const names = [
      textOf(order, 'customerName'),
      known?.enterpriseName ?? '',
      channelCustomerId,
      textOf(order, 'crmCustomerId'),
      textOf(order, 'customerId'),
      enterpriseId,
    ]
    return names.find((name) => name.trim() !== '') ?? null
  }

  const about = computed((): FactsAbout => ({
    language: language.value,
    timeUnit: settings.settings.timeUnit,
    customerOf,
    isKnown: assets.isKnown,
  }))
  const sentenceOf = (order: OrderNode): string => sayOrder(order, about.value)

  const licenseTypeName = (type: string): string =>
    isLicenseType(type) ? licenseTypes[type][language.value] : type

  /** What a field is called; one that has no name here goes by its own. */
  const problemWords = ({ code, about: what }: Problem): string => t(`orders.problem.${code}`, { what })

  return { customerOf, sentenceOf, licenseTypeName, problemWords, about }
}
