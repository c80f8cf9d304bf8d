import { onScopeDispose } from 'vue'
import type { LockAction } from '#shared/model/changes/change'

interface Card {
  readonly number: () => string | null
  readonly button: (action: LockAction) => HTMLElement | null
}
const cards = new Set<Card>()

/** Registers a card's buttons while its component is mounted. */
export const registerCardButtons = (card: Card): void => {
  cards.add(card)
  onScopeDispose(() => cards.delete(card))
}

/** The button on the card of a plugged-in lock; null if there is none. */
export const cardButton = (number: string, action: LockAction): HTMLElement | null =>
  [...cards].find((card) => card.number() === number)?.button(action) ?? null
