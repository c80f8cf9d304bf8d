import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OrderSummary } from '#shared/model/changes/work-order'

/** A signed work order on its way to paper. */
export interface OrderOnPaper {
  readonly order: OrderSummary
  /** Of its rows, in their order. */
  readonly numbers: readonly string[]
  /** The text of its QR code; null if it has no room in one. */
  readonly code: string | null
}

/** The work order that the page for printing shows. */
export const useOrderPaperStore = defineStore('order-paper', () => ({
  paper: shallowRef<OrderOnPaper | null>(null),
}))
