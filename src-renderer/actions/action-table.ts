import {
  Ban,
  ArrowLeft,
  ArrowRight,
  ArrowUpRight,
  BookMarked,
  Building2,
  CircleCheck,
  CirclePlus,
  ClipboardCheck,
  CircleUserRound,
  EyeOff,
  FileCheck,
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
import type { Permission } from '#shared/model/app/policy'
import type { Page } from './pages'
import { historyKeys } from './keys'
import type { Key } from './keys'

export interface ActionSpec {
  /** The page that performs the action and is opened first; `current` if each page performs it itself, `any` if none is needed. */
  readonly page: Page | 'any' | 'current'
  readonly icon?: Component
  readonly keys?: readonly Key[]
  /** What handles the shortcut instead of the window: the scanner handler or the field. */
  readonly handledBy?: 'scanner' | 'field'
  /** The action has a shortcut only and is not listed in the palette. */
  readonly isKeyOnly?: true
  /** The shortcut also works while a dialog is open. */
  readonly isInDialogs?: true
  /** The action is available on its own page only. */
  readonly isLocal?: true
  /** The action applies to a lock and is offered for lock numbers. */
  readonly target?: 'lock'
  /** The action leads to a change of the platform and is not available while it is look only. */
  readonly isChange?: true
  /** The action is not available where the organization's policy forbids this. */
  readonly permission?: Permission
}

/**
 * All actions with a shortcut or a palette entry, in display order. Components register their handlers with
 * use-action.ts; titles are in `actions.title` (i18n). Excluded on purpose: keys that scanners send (Ctrl with
 * B, C, I, J, M or V), Alt with a character (it types another one), and a bare `/`, which occurs in codes.
 */
const table = {
  'type-number': {
    page: 'desk',
    keys: [{ key: 'Digits' }],
    handledBy: 'scanner',
    isKeyOnly: true,
  },
  'use-number': { page: 'desk', keys: [{ key: 'Enter' }], handledBy: 'field', isKeyOnly: true },
  'close-result': { page: 'desk', keys: [{ key: 'Escape' }], isKeyOnly: true },
  'to-result': { page: 'desk', keys: [{ key: 'ArrowDown', mod: true }], isKeyOnly: true },
  operator: { page: 'desk', icon: CircleUserRound, keys: [{ key: 'O', mod: true, shift: true }] },
  'input-look-up': { page: 'desk', icon: Search, keys: [{ key: 'L', mod: true, shift: true }] },
  'input-disable': { page: 'desk', icon: Ban, keys: [{ key: 'D', mod: true, shift: true }] },
  'input-enable': { page: 'desk', icon: CircleCheck, keys: [{ key: 'E', mod: true, shift: true }] },
  'continuous-disable': { page: 'desk', icon: Siren, permission: 'continuousMode' },
  'continuous-enable': { page: 'desk', icon: Siren, permission: 'continuousMode' },
  'stop-continuous': { page: 'desk', icon: Siren, isLocal: true },
  'read-list': { page: 'desk', icon: FileUp },
  'disable-lock': { page: 'desk', icon: Ban, target: 'lock', isChange: true },
  'enable-lock': { page: 'desk', icon: CircleCheck, target: 'lock', isChange: true },
  'lend-lock': { page: 'any', icon: ArrowUpRight, target: 'lock', isChange: true },
  'show-loan': { page: 'any', icon: ArrowUpRight, target: 'lock' },
  lend: { page: 'lending', icon: Handshake, isChange: true },
  'new-stocktake': { page: 'stocktake', icon: ClipboardCheck },
  'open-work-order': { page: 'work-orders', icon: FileCheck },
  'refresh-assets': { page: 'assets', icon: RefreshCw },
  'add-employee': { page: 'employees', icon: UserPlus, isChange: true },
  'import-employees': { page: 'employees', icon: FileUp, isChange: true },
  'import-enterprises': { page: 'customers', icon: FileUp },
  'query-customer': { page: 'customers', icon: Search },
  'bind-customer': { page: 'customers', icon: PlugZap, isChange: true },
  'create-enterprise': { page: 'customers', icon: Building2, isChange: true },
  'update-customer': { page: 'customers', icon: UserRoundPen, isChange: true },
  'new-order': { page: 'orders', icon: ShoppingCart, permission: 'orders' },
  'import-orders': { page: 'orders', icon: FileJson, permission: 'orders' },
  'allocate-numbers': { page: 'shell-numbers', icon: Hash, permission: 'orders' },
  'print-labels': { page: 'any', icon: Tags },
  'verify-journal': { page: 'journal', icon: ShieldCheck },
  'back-up-journal': { page: 'journal', icon: BookMarked },
  'rescan-locks': { page: 'any', icon: Usb },
  primary: { page: 'current', keys: [{ key: 'Enter', mod: true }], isKeyOnly: true },
  'open-file': { page: 'current', keys: [{ key: 'O', mod: true }], isKeyOnly: true },
  find: { page: 'current', keys: [{ key: 'F', mod: true }], isKeyOnly: true },
  'go-back': {
    page: 'any',
    icon: ArrowLeft,
    get keys() {
      return [historyKeys().back]
    },
  },
  'go-forward': {
    page: 'any',
    icon: ArrowRight,
    get keys() {
      return [historyKeys().forward]
    },
  },
  palette: { page: 'any', keys: [{ key: 'K', mod: true }], isKeyOnly: true },
  input: { page: 'any', icon: ScanBarcode, keys: [{ key: 'L', mod: true }] },
  'next-region': { page: 'any', keys: [{ key: 'F6' }], isKeyOnly: true },
  'previous-region': { page: 'any', keys: [{ key: 'F6', shift: true }], isKeyOnly: true },
  keys: { page: 'any', icon: Keyboard, keys: [{ key: 'F1' }] },
  'hide-names': {
    page: 'any',
    icon: EyeOff,
    keys: [{ key: 'H', mod: true, shift: true }],
    isInDialogs: true,
  },
  'lock-screen': { page: 'any', icon: LockKeyhole },
  'switch-platform': { page: 'any', icon: Unplug },
  connect: { page: 'any', icon: CirclePlus },
  'check-platform': { page: 'any', icon: RefreshCw },
  'sign-out': { page: 'any', icon: LogOut },
  'ask-sign-out': { page: 'settings', isKeyOnly: true },
  'theme-light': { page: 'any', icon: Sun },
  'theme-dark': { page: 'any', icon: Moon },
  'theme-system': { page: 'any', icon: SunMoon },
  'language-en': { page: 'any', icon: Languages },
  'language-zh': { page: 'any', icon: Languages },
  sound: { page: 'any', icon: Volume2 },
  rail: { page: 'any', icon: PanelLeft },
} as const satisfies Record<string, ActionSpec>

export type ActionId = keyof typeof table
export const actions: Readonly<Record<ActionId, ActionSpec>> = table
export const actionIds = Object.keys(table) as ActionId[]
