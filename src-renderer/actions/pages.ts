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

/**
 * All pages, shown by `app/router.ts`. Ctrl or ⌘ with a digit opens the page at that position here: a page that
 * joins the navigation moves no key. `navigationGroups` has the order of the navigation.
 */
const table = {
  desk: { path: '/', icon: KeyRound },
  lending: { path: '/lending', icon: ArrowUpRight },
  assets: { path: '/assets', icon: Boxes },
  employees: { path: '/employees', icon: Users },
  customers: { path: '/customers', icon: Building2 },
  orders: { path: '/orders', icon: ShoppingCart },
  'shell-numbers': { path: '/shell-numbers', icon: Hash },
  journal: { path: '/journal', icon: NotebookText },
  devices: { path: '/devices', icon: Usb },
  diagnose: { path: '/diagnose', icon: Stethoscope },
  'to-settle': { path: '/to-settle', icon: CircleHelp },
  stocktake: { path: '/stocktake', icon: ClipboardCheck },
  'work-orders': { path: '/work-orders', icon: FileCheck },
  settings: { path: '/settings', icon: Settings },
  help: { path: '/help', icon: BookOpenText },
} as const satisfies Record<string, AppPage>

export type Page = keyof typeof table
export const pages: Readonly<Record<Page, AppPage>> = table
export const pageNames = Object.keys(table) as Page[]
export const isPage = (name: string): name is Page => name in table
/** Settings are at the end of the navigation with their own shortcut; the guide is next to the shortcuts. */
export const navigationPages = pageNames.filter((name) => name !== 'settings' && name !== 'help')
/** The groups of the navigation, in their order. */
export const navigationGroups = {
  work: ['desk', 'lending', 'stocktake', 'work-orders', 'to-settle'],
  data: ['assets', 'employees', 'customers', 'orders', 'shell-numbers'],
  system: ['journal', 'devices', 'diagnose'],
} as const satisfies Record<string, readonly Page[]>
