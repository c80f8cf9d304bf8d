/** Where an error of the page occurred. `handled`: the user has already seen it, so it is only logged. */
export const errorPlaces = ['component', 'promise', 'script', 'router', 'start', 'handled'] as const

/** The longest error texts that cross the bridge. */
export const maxErrorLength = { name: 100, message: 1_000, stack: 4_000 } as const

/** An unexpected error of the page; English, for the log. */
export interface PageError {
  readonly where: (typeof errorPlaces)[number]
  readonly name: string
  readonly message: string
  readonly stack: string
  /** The number of errors dropped before it by rate limiting. */
  readonly dropped: number
}
