import {
  Ban,
  ArrowUpRight,
  BookMarked,
  Building2,
  CircleCheck,
  CirclePlus,
  CircleUserRound,
  FileJson,
  FileUp,
  Handshake,
  Hash,
  Keyboard,
  Languages,
  LockKeyhole,
  LogOut,
  Moon,
  PanelLeft,
  PlugZap,
  RefreshCw,
  ScanBarcode,
  Search,
  ShieldCheck,
  ShoppingCart,
  Siren,
  Sun,
  SunMoon,
  Tags,
  Unplug,
  Usb,
  UserPlus,
  UserRoundPen,
  Volume2,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Page } from '../pages'
import type { Key } from './keys'

export interface ActionSpec {
  /** The page that does it, which is opened first; `page`: what each page does in its own way. */
  readonly where: Page | 'everywhere' | 'page'
  readonly icon?: Component
  readonly keys?: readonly Key[]
  /** Who listens to its keys, where that is not the window: the scanner's ear, or the field itself. */
  readonly heardBy?: 'scanner' | 'field'
  /** A key alone: nothing to choose in the palette. */
  readonly isKeyOnly?: true
  /** Only on its page does it mean anything. */
  readonly isLocal?: true
  /** It is done to a lock, and offered where one is meant. */
  readonly about?: 'lock'
}

/**
 * Everything that can be asked for by a key or in the palette, in the order in which it is shown. What it does is
 * offered by whoever can do it (use-action.ts), mostly a page; its words are `actions.title` in i18n. Left out on
 * purpose: keys that scanners send (Ctrl B, C, I, J, M and digits), Alt with anything (they type characters by it),
 * and a bare `/`, which stands in codes.
 */
const table = {
  'type-number': {
    where: 'desk',
    keys: [{ key: 'Digits' }],
    heardBy: 'scanner',
    isKeyOnly: true,
  },
  'take-number': { where: 'desk', keys: [{ key: 'Enter' }], heardBy: 'field', isKeyOnly: true },
  'close-result': { where: 'desk', keys: [{ key: 'Escape' }], isKeyOnly: true },
  operator: { where: 'desk', icon: CircleUserRound, keys: [{ key: 'O', mod: true }] },
  'input-look-up': { where: 'desk', icon: Search, keys: [{ key: 'L', mod: true, shift: true }] },
  'input-disable': { where: 'desk', icon: Ban, keys: [{ key: 'D', mod: true, shift: true }] },
  'input-enable': { where: 'desk', icon: CircleCheck, keys: [{ key: 'E', mod: true, shift: true }] },
  'arm-disable': { where: 'desk', icon: Siren },
  'arm-enable': { where: 'desk', icon: Siren },
  disarm: { where: 'desk', icon: Siren, isLocal: true },
  'read-list': { where: 'desk', icon: FileUp },
  'disable-lock': { where: 'desk', icon: Ban, about: 'lock' },
  'enable-lock': { where: 'desk', icon: CircleCheck, about: 'lock' },
  'lend-lock': { where: 'everywhere', icon: ArrowUpRight, about: 'lock' },
  'show-loan': { where: 'everywhere', icon: ArrowUpRight, about: 'lock' },
  lend: { where: 'lending', icon: Handshake },
  'refresh-assets': { where: 'assets', icon: RefreshCw },
  'add-employee': { where: 'employees', icon: UserPlus },
  'import-employees': { where: 'employees', icon: FileUp },
  'query-customer': { where: 'customers', icon: Search },
  'bind-customer': { where: 'customers', icon: PlugZap },
  'create-enterprise': { where: 'customers', icon: Building2 },
  'update-customer': { where: 'customers', icon: UserRoundPen },
  'new-order': { where: 'orders', icon: ShoppingCart },
  'import-orders': { where: 'orders', icon: FileJson },
  'allocate-numbers': { where: 'shell-numbers', icon: Hash },
  'print-labels': { where: 'everywhere', icon: Tags },
  'verify-journal': { where: 'journal', icon: ShieldCheck },
  'back-up-journal': { where: 'journal', icon: BookMarked },
  'rescan-locks': { where: 'everywhere', icon: Usb },
  primary: { where: 'page', keys: [{ key: 'Enter', mod: true }], isKeyOnly: true },
  find: { where: 'page', keys: [{ key: 'F', mod: true }], isKeyOnly: true },
  palette: { where: 'everywhere', keys: [{ key: 'K', mod: true }], isKeyOnly: true },
  input: { where: 'everywhere', icon: ScanBarcode, keys: [{ key: 'L', mod: true }] },
  'next-region': { where: 'everywhere', keys: [{ key: 'F6' }], isKeyOnly: true },
  'previous-region': { where: 'everywhere', keys: [{ key: 'F6', shift: true }], isKeyOnly: true },
  keys: { where: 'everywhere', icon: Keyboard, keys: [{ key: 'F1' }] },
  cover: { where: 'everywhere', icon: LockKeyhole },
  'switch-platform': { where: 'everywhere', icon: Unplug },
  connect: { where: 'everywhere', icon: CirclePlus },
  'check-platform': { where: 'everywhere', icon: RefreshCw },
  'sign-out': { where: 'everywhere', icon: LogOut },
  'ask-sign-out': { where: 'settings', isKeyOnly: true },
  'theme-light': { where: 'everywhere', icon: Sun },
  'theme-dark': { where: 'everywhere', icon: Moon },
  'theme-system': { where: 'everywhere', icon: SunMoon },
  'language-en': { where: 'everywhere', icon: Languages },
  'language-zh': { where: 'everywhere', icon: Languages },
  sound: { where: 'everywhere', icon: Volume2 },
  rail: { where: 'everywhere', icon: PanelLeft },
} as const satisfies Record<string, ActionSpec>

export type ActionId = keyof typeof table
export const actions: Readonly<Record<ActionId, ActionSpec>> = table
export const actionIds = Object.keys(table) as ActionId[]
