import { computed } from 'vue'
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

/** What an order does and what is wrong with it, in the person's words and with the names this desk knows. */
export const useOrderWords = () => {
  const register = useEnterprisesStore()
  const settings = useSettingsStore()
  const assets = useKnownAssetsStore()
  const orders = useOrdersStore()
  const { t, language } = useTexts()

  const customerOf = (order: OrderNode): string | null => {
    const enterpriseId = textOf(order, 'enterpriseGlobalId')
    const channelCustomerId = textOf(order, 'channelCustomerId')
    const known = register.enterprises.find(
      (one) =>
        one.enterpriseGlobalId === enterpriseId ||
        (enterpriseId === '' &&
          channelCustomerId !== '' &&
          one.channelCustomerId === channelCustomerId &&
          one.channelCode === orders.head.channelCode),
    )
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
