/** How the training tray's unknown device is read, for a technician who practises: nothing else knows it. */
export const practiceDevice = { vendorId: 0x0529, productId: 0x0001, product: 'Dongle' } as const

/** A profile for it, as somebody who has its maker's document would write it. */
export const practiceProtocol = {
  request: '50 52',
  startsWith: '50 a2',
  offset: 2,
  length: 8,
  as: 'uint-le',
  check: 'xor8',
  over: '0–10',
  at: 10,
} as const
