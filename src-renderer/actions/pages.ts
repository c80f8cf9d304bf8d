import {
  ArrowUpRight,
  BookOpenText,
  Boxes,
  Building2,
  CircleHelp,
  ClipboardCheck,
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
import DeskPage from '../features/lock-desk/DeskPage.vue'

interface AppPage {
  readonly path: string
  readonly icon: Component
  /** The lock desk is bundled with the start page; the other pages load when they are first opened. */
  readonly component: Component | (() => Promise<unknown>)
}

/** All pages in navigation order; Ctrl or ⌘ with a digit opens the page at that position. */
const table = {
  desk: { path: '/', icon: KeyRound, component: DeskPage },
  lending: {
    path: '/lending',
    icon: ArrowUpRight,
    component: () => import('../features/lending/LendingPage.vue'),
  },
  assets: { path: '/assets', icon: Boxes, component: () => import('../features/assets/AssetsPage.vue') },
  employees: {
    path: '/employees',
    icon: Users,
    component: () => import('../features/employees/EmployeesPage.vue'),
  },
  customers: {
    path: '/customers',
    icon: Building2,
    component: () => import('../features/customers/CustomersPage.vue'),
  },
  orders: {
    path: '/orders',
    icon: ShoppingCart,
    component: () => import('../features/orders/OrdersPage.vue'),
  },
  'shell-numbers': {
    path: '/shell-numbers',
    icon: Hash,
    component: () => import('../features/shell-numbers/ShellNumbersPage.vue'),
  },
  journal: {
    path: '/journal',
    icon: NotebookText,
    component: () => import('../features/activity-log/ActivityLogPage.vue'),
  },
  devices: { path: '/devices', icon: Usb, component: () => import('../features/devices/DevicesPage.vue') },
  diagnose: {
    path: '/diagnose',
    icon: Stethoscope,
    component: () => import('../features/diagnose/DiagnosePage.vue'),
  },
  'to-settle': {
    path: '/to-settle',
    icon: CircleHelp,
    component: () => import('../features/review/ReviewPage.vue'),
  },
  stocktake: {
    path: '/stocktake',
    icon: ClipboardCheck,
    component: () => import('../features/stocktake/StocktakePage.vue'),
  },
  settings: {
    path: '/settings',
    icon: Settings,
    component: () => import('../features/settings/SettingsPage.vue'),
  },
  help: { path: '/help', icon: BookOpenText, component: () => import('../features/help/HelpPage.vue') },
} as const satisfies Record<string, AppPage>

export type Page = keyof typeof table
export const pages: Readonly<Record<Page, AppPage>> = table
export const pageNames = Object.keys(table) as Page[]
export const isPage = (name: string): name is Page => name in table
/** Settings are at the end of the navigation with their own shortcut; the guide is next to the shortcuts. */
export const navigationPages = pageNames.filter((name) => name !== 'settings' && name !== 'help')
/** The groups of the navigation. */
export const navigationGroups = {
  work: ['desk', 'lending', 'stocktake', 'to-settle'],
  data: ['assets', 'employees', 'customers', 'orders', 'shell-numbers'],
  system: ['journal', 'devices', 'diagnose'],
} as const satisfies Record<string, readonly Page[]>
