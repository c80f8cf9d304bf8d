import {
  ArrowUpRight,
  BookOpenText,
  Boxes,
  Building2,
  CircleHelp,
  ClipboardCheck,
  FileCheck,
  Hash,
  KeyRound,
  NotebookText,
  Settings,
  ShoppingCart,
  Stethoscope,
  Usb,
  Users,
} from '@lucide/vue'
import type { Component } from 'vue'

interface AppPage {
  readonly path: string
  readonly icon: Component
}

/** All pages in the order of the navigation, shown by `app/router.ts`. */
const table = {
  desk: { path: '/', icon: KeyRound },
  lending: { path: '/lending', icon: ArrowUpRight },
  stocktake: { path: '/stocktake', icon: ClipboardCheck },
  'work-orders': { path: '/work-orders', icon: FileCheck },
  'to-settle': { path: '/to-settle', icon: CircleHelp },
  assets: { path: '/assets', icon: Boxes },
  employees: { path: '/employees', icon: Users },
  customers: { path: '/customers', icon: Building2 },
  orders: { path: '/orders', icon: ShoppingCart },
  'shell-numbers': { path: '/shell-numbers', icon: Hash },
  journal: { path: '/journal', icon: NotebookText },
  devices: { path: '/devices', icon: Usb },
  diagnose: { path: '/diagnose', icon: Stethoscope },
  settings: { path: '/settings', icon: Settings },
  help: { path: '/help', icon: BookOpenText },
} as const satisfies Record<string, AppPage>

export type Page = keyof typeof table
export const pages: Readonly<Record<Page, AppPage>> = table
export const pageNames = Object.keys(table) as Page[]
export const isPage = (name: string): name is Page => name in table
/**
 * The groups of the navigation, in their order. Settings are at its end with their own shortcut; the guide is next to
 * the shortcuts.
 */
export const navigationGroups = {
  work: ['desk', 'lending', 'stocktake', 'work-orders', 'to-settle'],
  data: ['assets', 'employees', 'customers', 'orders', 'shell-numbers'],
  system: ['journal', 'devices', 'diagnose'],
} as const satisfies Record<string, readonly Page[]>
export const navigationPages: readonly Page[] = Object.values(navigationGroups).flat()
