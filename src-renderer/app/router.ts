import { createRouter, createWebHashHistory } from 'vue-router'
import { pageNames, pages } from '../actions/pages'

/** @param isHidden whether a page is hidden; its links lead to the desk */
export const createAppRouter = (isHidden: (page: string) => boolean) => {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...pageNames.map((name) => ({ name, path: pages[name].path, component: pages[name].component })),
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
      { path: '/:anywhere(.*)*', redirect: { name: 'desk' } },
    ],
  })
  router.beforeEach(({ name, meta }) => {
    const page = meta['page'] ?? name
    return typeof page !== 'string' || !isHidden(page) || { name: 'desk' }
  })
  return router
}
