import { computed, watch } from 'vue'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useJournalStore } from '../../stores/journal-store'
import { useTexts } from '../../i18n/use-texts'
import { useKnownAssetsStore } from './known-assets-store'
import type { ListedOrder } from './listed-order'
import { checkNumbers, needsAttention } from './check/number-checks'
import { nodesOf, samePath, textOf, textsOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import { useOrdersStore } from './orders-store'
import { useOrderTexts } from './use-order-texts'
import { usedBefore } from './recent-values'

const numbersOf = (order: OrderNode): string[] =>
  nodesOf(order, 'assets').flatMap((asset) => textsOf(asset, 'assetNos'))

const noProblems: readonly Problem[] = []
const haveSameProblems = (some: readonly Problem[], others: readonly Problem[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ code, detail, path }, at) =>
      code === others[at]?.code && detail === others[at].detail && samePath(path, others[at].path),
  )

/** The orders of the batch as display rows, with their summary. */
export const useOrderRows = () => {
  const orders = useOrdersStore()
  const journal = useJournalStore()
  const enterprisesStore = useEnterprisesStore()
  const assets = useKnownAssetsStore()
  const { summaryOf } = useOrderTexts()
  const { t, language } = useTexts()

  // Looks up all numbers of the batch: its summaries say which locks are new.
  watch(
    () => orders.orders,
    (list) => {
      for (const { order } of list)
        for (const asset of nodesOf(order, 'assets')) assets.request(textsOf(asset, 'assetNos'))
    },
    { immediate: true },
  )

  const channelCode = computed(() => orders.head.channelCode)
  /** What a summary depends on besides its order; a change makes all summaries new. */
  const dependencies = computed(() => [
    assets.known,
    enterprisesStore.choices,
    language.value,
    channelCode.value,
  ])
  // Unchanged rows are reused and compute their summary on demand: of thousands only a screenful is shown.
  const listed = new Map<number, { readonly row: ListedOrder; readonly in: unknown }>()
  const rows = computed<readonly ListedOrder[]>(() => {
    const now = orders.orders.map(({ id, order }, at): ListedOrder => {
      const problems = orders.problems.orders[at] ?? noProblems
      const before = listed.get(id)
      if (
        before?.in === dependencies.value &&
        before.row.order === order &&
        haveSameProblems(before.row.problems, problems)
      )
        return before.row
      let text: string | null = null
      const row: ListedOrder = {
        id,
        order,
        problems,
        get summary() {
          text ??= summaryOf(order)
          return text
        },
      }
      listed.set(id, { row, in: dependencies.value })
      return row
    })
    if (listed.size > now.length) {
      const ids = new Set(now.map(({ id }) => id))
      for (const id of listed.keys()) if (!ids.has(id)) listed.delete(id)
    }
    return now
  })

  const used = computed(() => {
    const found = usedBefore(journal.entriesHere, orders.head)
    return found === null ? null : t(`orders.used.${found}`)
  })
  const warningCount = computed(() =>
    rows.value.reduce((sum, { order }) => {
      const context = {
        orderType: textOf(order, 'orderType'),
        licenseType: textOf(order, 'licenseType'),
        enterpriseGlobalId: textOf(order, 'enterpriseGlobalId'),
      }
      const states = checkNumbers(numbersOf(order), assets.found, context)
      return sum + states.filter(({ state }) => needsAttention(state)).length
    }, 0),
  )
  return { rows, used, warningCount }
}
