import type { Component } from 'vue'

/** What a filter may be set to. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly count: number | null
}

/** What a picture counts. */
export interface Bar {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly icon?: Component
  /** A colour of the house, such as `--disabled`. */
  readonly tone?: string
}
