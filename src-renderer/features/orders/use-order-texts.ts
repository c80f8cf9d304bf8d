import { usePlatformZone } from '../../ui/value/platform-time'
import { computed } from 'vue'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import type { Name } from '#shared/model/name'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useSettingsStore } from '../../stores/settings-store'
import { groupedNumber } from '../../i18n/times'
import { useTexts } from '../../i18n/use-texts'
import { useKnownAssetsStore } from './known-assets-store'
import { limits } from '#shared/model/api/limits'
import { shownNumber } from './check/number-checks'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import { useOrdersStore } from './orders-store'
import { factsInLine } from './summary/fact-lines'
import { factsOf } from './summary/order-facts'
import type { FactsContext } from './summary/order-facts'
import { fullName } from '../../names/shown-name'

/** Problems whose detail is a limit. */
const limitCodes: readonly Problem['code'][] = ['too-long', 'too-large', 'too-many', 'too-deep']

const channelKey = (channelCode: string, channelCustomerId: string): string =>
  JSON.stringify([channelCode, channelCustomerId])

/** The summary and problems of an order in the user's language, with known names. */
export const useOrderTexts = () => {
  const enterprisesStore = useEnterprisesStore()
  const settings = useSettingsStore()
  const zone = usePlatformZone()
  const assets = useKnownAssetsStore()
  const orders = useOrdersStore()
  const { t, language, translator } = useTexts()

  /** A computed value, so that typing in other fields of the batch does not recompute the summaries. */
  const channelCode = computed(() => orders.head.channelCode)
  const ofChannel = computed(() => {
    const found = new Map<string, RegisteredEnterprise>()
    // Of duplicate numbers the first one counts.
    for (const enterprise of enterprisesStore.enterprises.toReversed())
      if (enterprise.channelCode !== null && enterprise.channelCustomerId !== null)
        found.set(channelKey(enterprise.channelCode, enterprise.channelCustomerId), enterprise)
    return found
  })
  /** The listed enterprise that the order names, by its ID or by its number in the channel. */
  const enterpriseOf = (order: OrderNode): RegisteredEnterprise | undefined => {
    const enterpriseId = textOf(order, 'enterpriseGlobalId')
    return enterpriseId === ''
      ? ofChannel.value.get(channelKey(channelCode.value, textOf(order, 'channelCustomerId')))
      : enterprisesStore.byId.get(enterpriseId)
  }
  const customerOf = (order: OrderNode): Name | null => {
    const enterpriseId = textOf(order, 'enterpriseGlobalId')
    const names = [
      textOf(order, 'customerName'),
      enterpriseOf(order)?.enterpriseName ?? '',
      textOf(order, 'channelCustomerId'),
      textOf(order, 'crmCustomerId'),
      textOf(order, 'customerId'),
      enterpriseId,
    ]
    return names.find((name) => fullName(name).trim() !== '') ?? null
  }

  const factsContext = computed((): FactsContext => ({
    language: language.value,
    times: { unit: settings.settings.timeUnit, zone: zone.value },
    customerOf,
    isKnown: assets.isKnown,
  }))
  const summaryOf = (order: OrderNode): string => factsInLine(factsOf(order, factsContext.value), translator)

  const licenseTypeName = (type: string): string =>
    isLicenseType(type) ? licenseTypes[type][language.value] : type

  /** A field's label; an unknown field keeps its API name. */
  const problemText = ({ code, detail }: Problem): string => {
    const what = limitCodes.includes(code) ? groupedNumber(BigInt(detail), language.value) : detail
    if (code === 'number-too-long')
      return t('orders.problem.number-too-long', { what: shownNumber(detail), n: limits.assetNumber })
    return t(`orders.problem.${code}`, { what })
  }

  return { customerOf, enterpriseOf, summaryOf, licenseTypeName, problemText, factsContext }
}
