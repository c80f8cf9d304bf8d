import type { Component } from 'vue'
import type { Key } from '../../app/actions/keys'
import type { Findable } from './rank'

export type EntryKind = 'lock' | 'person' | 'page' | 'action'

export interface PaletteEntry extends Findable {
  /** Stays with an entry however the list around it changes. */
  readonly id: string
  readonly kind: EntryKind
  readonly beside: string
  readonly icon: Component
  readonly keys: readonly Key[]
  readonly run: () => unknown
}

export interface PaletteSection {
  readonly name: EntryKind | 'recent' | 'here'
  readonly entries: readonly PaletteEntry[]
}
