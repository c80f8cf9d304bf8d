import type { Component } from 'vue'
import type { Key } from '../../actions/keys'
import type { Findable } from './rank'

/** The most entries of a section whose names are searched. */
export const maxNamedShown = 8

type EntryKind = 'lock' | 'employee' | 'enterprise' | 'page' | 'view' | 'action'

export interface PaletteEntry extends Findable {
  /** Stays the same for an entry while the list changes. */
  readonly id: string
  readonly kind: EntryKind
  readonly detail: string
  readonly icon: Component
  readonly keys: readonly Key[]
  readonly run: () => unknown
  /** The entry as it is now; without it, the entry is listed again only where it is offered. */
  readonly again?: () => PaletteEntry
}

export interface PaletteSection {
  readonly name: EntryKind | 'recent' | 'page-actions'
  readonly entries: readonly PaletteEntry[]
}
