import type { Component } from 'vue'

/** A value a filter can have. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly count: number | null
}

/** A bar of a chart. */
export interface Bar {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly icon?: Component
  /** A color variable such as `--disabled`. */
  readonly tone?: string
}
