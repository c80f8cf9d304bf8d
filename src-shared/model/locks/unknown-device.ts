/** The simulator's unknown device, for practicing lock profiles. */
export const unknownDevice = { vendorId: 0x0529, productId: 0x0001, product: 'Dongle' } as const

/** Its protocol, as a manufacturer would document it. */
export const unknownDeviceProtocol = {
  request: '50 52',
  startsWith: '50 a2',
  offset: 2,
  length: 8,
  as: 'uint-le',
  check: 'xor8',
  over: '0–10',
  at: 10,
} as const
