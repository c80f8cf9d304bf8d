import { computed, watch } from 'vue'
import { useAppStore } from '../../app/stores/app-store'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { useJournalStore } from '../../app/stores/journal-store'
import { useTexts } from '../../i18n/use-texts'
import { useKnownAssetsStore } from './known-assets-store'
import type { ListedOrder } from './listed-order'
import { checkNumbers, isDoubtful } from './number-verdicts'
import { nodesOf, samePath, textOf, textsOf } from './order-node'
import type { OrderNode } from './order-node'
import type { Problem } from './order-problems'
import { useOrdersStore } from './orders-store'
import { useOrderWords } from './use-order-words'
import { usedBefore } from './used-before'

const numbersOf = (order: OrderNode): string[] =>
  nodesOf(order, 'assets').flatMap((asset) => textsOf(asset, 'assetNos'))

const noProblems: readonly Problem[] = []
const saySame = (some: readonly Problem[], others: readonly Problem[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ code, about, path }, at) =>
      code === others[at]?.code && about === others[at].about && samePath(path, others[at].path),
  )

/** The orders of the batch as they are read, and what is to be said of them all. */
export const useOrderRows = () => {
  const app = useAppStore()
  const orders = useOrdersStore()
  const journal = useJournalStore()
  const register = useEnterprisesStore()
  const assets = useKnownAssetsStore()
  const { sentenceOf } = useOrderWords()
  const { t, language } = useTexts()

  // All numbers of the batch: its sentences say which locks are new.
  watch(
    () => orders.orders,
    (list) => {
      for (const { order } of list)
        for (const asset of nodesOf(order, 'assets')) assets.want(textsOf(asset, 'assetNos'))
    },
    { immediate: true },
  )

  const channelCode = computed(() => orders.head.channelCode)
  /** What a sentence hangs on beside its order; where it is other, all are said anew. */
  const surroundings = computed(() => [assets.known, register.choices, language.value, channelCode.value])
  // Rows that say what they said stay the same, and say it when they are asked: of thousands a screenful is.
  const listed = new Map<number, { readonly row: ListedOrder; readonly in: unknown }>()
  const rows = computed<readonly ListedOrder[]>(() => {
    const now = orders.orders.map(({ id, order }, at): ListedOrder => {
      const problems = orders.problems.orders[at] ?? noProblems
      const before = listed.get(id)
      if (
        before?.in === surroundings.value &&
        before.row.order === order &&
        saySame(before.row.problems, problems)
      )
        return before.row
      let said: string | null = null
      const row: ListedOrder = {
        id,
        order,
        problems,
        get sentence() {
          said ??= sentenceOf(order)
          return said
        },
      }
      listed.set(id, { row, in: surroundings.value })
      return row
    })
    if (listed.size > now.length) {
      const ids = new Set(now.map(({ id }) => id))
      for (const id of listed.keys()) if (!ids.has(id)) listed.delete(id)
    }
    return now
  })

  const used = computed(() => {
    const found = usedBefore(journal.entries, orders.head, app.training)
    return found === null ? null : t(`orders.used.${found}`)
  })
  const doubtful = computed(() =>
    rows.value.reduce((sum, { order }) => {
      const about = {
        orderType: textOf(order, 'orderType'),
        licenseType: textOf(order, 'licenseType'),
        enterpriseGlobalId: textOf(order, 'enterpriseGlobalId'),
      }
      const verdicts = checkNumbers(numbersOf(order), assets.found, about)
      return sum + verdicts.filter(({ verdict }) => isDoubtful(verdict)).length
    }, 0),
  )
  return { rows, used, doubtful }
}
