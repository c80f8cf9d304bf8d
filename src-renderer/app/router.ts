import type { Component } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
import type { RouteRecordInfo } from 'vue-router'
import { pageNames, pages } from '../actions/pages'
import type { Page } from '../actions/pages'
import DeskPage from '../features/lock-desk/DeskPage.vue'

type NoParams = Record<string, never>
/** Parts of the address below a page. */
interface Params {
  receipt: { jobId: string }
  labels: { jobId?: string }
  handover: { loanId: string }
  'stocktake-report': { id: string }
  'order-paper': NoParams
}

// A route that does not exist, or lacks a part of its address, does not compile.
declare module 'vue-router' {
  interface TypesConfig {
    RouteNamedMap: {
      [Name in Page]: RouteRecordInfo<Name, string, NoParams, NoParams>
    } & { [Name in keyof Params]: RouteRecordInfo<Name, string, Params[Name], Params[Name]> }
  }
}

/** The lock desk is bundled with the start page; the other pages load when they are first opened. */
const components: Readonly<Record<Page, Component | (() => Promise<unknown>)>> = {
  desk: DeskPage,
  lending: () => import('../features/lending/LendingPage.vue'),
  assets: () => import('../features/assets/AssetsPage.vue'),
  employees: () => import('../features/employees/EmployeesPage.vue'),
  customers: () => import('../features/customers/CustomersPage.vue'),
  orders: () => import('../features/orders/OrdersPage.vue'),
  'shell-numbers': () => import('../features/shell-numbers/ShellNumbersPage.vue'),
  journal: () => import('../features/activity-log/ActivityLogPage.vue'),
  devices: () => import('../features/devices/DevicesPage.vue'),
  diagnose: () => import('../features/diagnose/DiagnosePage.vue'),
  'to-settle': () => import('../features/review/ReviewPage.vue'),
  stocktake: () => import('../features/stocktake/StocktakePage.vue'),
  'work-orders': () => import('../features/work-orders/WorkOrdersPage.vue'),
  settings: () => import('../features/settings/SettingsPage.vue'),
  help: () => import('../features/help/HelpPage.vue'),
}

/** @param isHidden whether a page is hidden; its links lead to the desk */
export const createAppRouter = (isHidden: (page: string) => boolean) => {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...pageNames.map((name) => ({ name, path: pages[name].path, component: components[name] })),
      {
        // One job ID, or the IDs of a batch separated by commas.
        path: '/receipt/:jobId',
        name: 'receipt',
        props: true,
        component: () => import('../features/receipt/ReceiptPage.vue'),
      },
      {
        // Labels of an allocation job, or of typed numbers without a job.
        path: '/shell-numbers/labels/:jobId?',
        name: 'labels',
        props: true,
        meta: { page: 'shell-numbers' },
        component: () => import('../features/shell-numbers/LabelsPage.vue'),
      },
      {
        path: '/handover/:loanId',
        name: 'handover',
        props: true,
        meta: { page: 'lending' },
        component: () => import('../features/lending/handover/HandoverPage.vue'),
      },
      {
        path: '/stocktake/report/:id',
        name: 'stocktake-report',
        props: true,
        meta: { page: 'stocktake' },
        component: () => import('../features/stocktake/ReportPage.vue'),
      },
      {
        path: '/work-orders/paper',
        name: 'order-paper',
        meta: { page: 'work-orders' },
        component: () => import('../features/work-orders/OrderPaperPage.vue'),
      },
      { path: '/:anywhere(.*)*', redirect: { name: 'desk' } },
    ],
  })
  router.beforeEach(({ name, meta }) => {
    const page = meta['page'] ?? name
    return typeof page !== 'string' || !isHidden(page) || { name: 'desk' }
  })
  return router
}
