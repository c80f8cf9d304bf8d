import type { Gadget } from './gadget'

/** Runs with devices that are removed afterwards in any case. */
export const withGadgets = async (gadgets: readonly Gadget[], play: () => Promise<void>): Promise<void> => {
  try {
    await play()
  } finally {
    for (const gadget of gadgets) await gadget.remove()
  }
}
