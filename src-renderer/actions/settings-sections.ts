import type { TextKey } from '../i18n/messages'

/** The sections of the settings in their order: the text of each title, and of what else it is found by. */
export const settingsSections = [
  {
    id: 'appearance',
    title: 'settings.general',
    parts: ['settings.language', 'settings.theme', 'settings.sound', 'settings.notifications'],
  },
  { id: 'operators', title: 'common.operators', parts: ['settings.idle'] },
  { id: 'environments', title: 'connect.platforms.title', parts: [] },
  { id: 'vault', title: 'connect.vault.title', parts: ['common.setPassphrase'] },
  {
    id: 'work-orders',
    title: 'frame.work-orders',
    parts: ['settings.workOrders.own', 'settings.workOrders.trusted'],
  },
  { id: 'branch', title: 'settings.branch.title', parts: [] },
  { id: 'enterprises', title: 'common.enterprises', parts: [] },
  { id: 'models', title: 'settings.models.title', parts: [] },
  {
    id: 'data',
    title: 'connect.data.title',
    parts: ['setup.title', 'connect.data.folder', 'connect.data.reset'],
  },
  { id: 'updates', title: 'updates.title', parts: [] },
  { id: 'about', title: 'settings.about.title', parts: [] },
  {
    id: 'advanced',
    title: 'settings.desk',
    parts: ['settings.signatures', 'settings.commandLineChanges', 'settings.timeUnit', 'queue.hours'],
  },
] as const satisfies readonly {
  readonly id: string
  readonly title: TextKey
  readonly parts: readonly TextKey[]
}[]
