import type { Gadget } from './gadget'

/** Plays with devices that are put away afterwards, whatever happens. */
export const withGadgets = async (gadgets: readonly Gadget[], play: () => Promise<void>): Promise<void> => {
  try {
    await play()
  } finally {
    for (const gadget of gadgets) await gadget.remove()
  }
}
