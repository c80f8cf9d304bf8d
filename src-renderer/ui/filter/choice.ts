/** A value a filter can have. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly count: number | null
}
