import type { Component } from 'vue'

/** A bar of a chart. */
export interface Bar {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly icon?: Component
  /** A color variable such as `--disabled`. */
  readonly tone?: string
}
