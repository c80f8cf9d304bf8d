import { createRouter, createWebHashHistory } from 'vue-router'
import DeskPage from '../features/lock-desk/DeskPage.vue'

export const pages = ['desk', 'journal', 'devices', 'settings'] as const
export type Page = (typeof pages)[number]

/** The desk is there from the first frame; the other pages are fetched when they are first opened. */
export const createAppRouter = () =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', name: 'desk', component: DeskPage },
      { path: '/journal', name: 'journal', component: () => import('../features/journal/JournalPage.vue') },
      { path: '/devices', name: 'devices', component: () => import('../features/devices/DevicesPage.vue') },
      {
        path: '/settings',
        name: 'settings',
        component: () => import('../features/settings/SettingsPage.vue'),
      },
      {
        // One job's id, or those of a batch with commas between.
        path: '/receipt/:jobId',
        name: 'receipt',
        props: true,
        component: () => import('../features/receipt/ReceiptPage.vue'),
      },
      { path: '/:anywhere(.*)*', redirect: { name: 'desk' } },
    ],
  })
