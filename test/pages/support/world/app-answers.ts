import type { CommandName } from '#shared/bridge/commands'
import { noDiagnosis } from '#shared/model/app/diagnosis'
import { noPolicy } from '#shared/model/app/policy'
import type { PageViews, ViewPage } from '#shared/model/app/saved-view'
import { fail, succeed } from '#shared/outcome'
import { bundledProfiles } from '../../../../src-main/locks/profiles/load-profiles'
import { always } from '../../../renderer/support/bridge-double'
import type { Handlers } from '../../../renderer/support/bridge-double'
import { journalFacts } from '../../../renderer/support/journal-samples'
import type { World } from './world'

/** Commands that change nothing a page shows. */
const done: readonly CommandName[] = [
  'connect/stop-test',
  'connect/end',
  'data/open',
  'devices/stop-sending',
  'devices/end-trial',
  'drafts/save-order',
  'learn/cancel',
  'stocktakes/count-plugged',
  'window/unsaved-passwords',
  'window/import-rows',
]

const profiles = bundledProfiles.map((profile) => ({
  id: profile.id,
  name: profile.name,
  origin: 'shipped' as const,
  by: profile.read.by,
  vendorId: profile.match.vendorId,
  productId: 1,
  isSuspended: false,
  isSimulated: false,
  maker: null,
}))

const viewAnswers = (world: World): Handlers => {
  const change = (page: ViewPage, part: (views: PageViews) => Partial<PageViews>) => {
    const views = world.views[page] ?? { views: [], defaultName: null, last: null }
    world.views = { ...world.views, [page]: { ...views, ...part(views) } }
    return succeed(world.views)
  }
  return {
    'views/list': () => succeed(world.views),
    'views/keep-last': ({ page, state }) => change(page, () => ({ last: state })),
    'views/save': ({ page, name, state }) =>
      change(page, ({ views }) => ({
        views: [...views.filter((view) => view.name !== name), { name, state }],
      })),
    'views/set-default': ({ page, name }) => change(page, () => ({ defaultName: name })),
    'views/delete': ({ page, name }) =>
      change(page, ({ views, defaultName }) => ({
        views: views.filter((view) => view.name !== name),
        defaultName: defaultName === name ? null : defaultName,
      })),
  }
}

/** The app itself, its settings and its connection; pages without data of their own are empty. */
export const appAnswers = (world: World): Handlers => ({
  ...Object.fromEntries(done.map((name) => [name, always<'data/open'>(null)])),
  ...viewAnswers(world),
  'app/describe': () =>
    succeed({
      version: '0.1.0',
      electron: process.versions.node,
      training: world.platform.training,
      simulatedLocks: true,
      systemLanguage: 'en',
      policy: noPolicy,
      notices: world.notices,
    }),
  'app/dismiss-notice': ({ id }) => {
    world.notices = world.notices.filter((notice) => notice.id !== id)
    world.emit('app/notices', world.notices)
    return succeed(null)
  },
  'app/page-error': ({ message }) => {
    world.notices = [{ id: 'page-error', code: 'page-error', detail: message }]
    world.emit('app/notices', world.notices)
    return succeed(null)
  },
  'app/copy': ({ text }) => {
    world.copied = text
    return succeed(null)
  },
  'app/take-link': always<'app/take-link'>(null),
  'settings/read': () => succeed(world.settings),
  'settings/change': (changes) => {
    world.settings = { ...world.settings, ...changes }
    world.emit('settings/changed', world.settings)
    return succeed(world.settings)
  },
  'platform/status': () => succeed(world.platform),
  'platform/check': () => succeed(world.platform),
  'files/save': ({ name, bytes }) => {
    world.saved.push({ name, bytes })
    return succeed({ savedAs: name })
  },
  'environments/list': () =>
    succeed({
      current: world.platform.training ? 'training' : 'launched',
      launched: world.platform.training ? null : { baseUrl: world.platform.baseUrl ?? '' },
      environments: [],
    }),
  'connect/begin': ({ id }) =>
    succeed({ id, fields: null, has: { orderSecret: false, memberSecret: false, password: false } }),
  'branch/read': always<'branch/read'>(null),
  'branch/preset': always<'branch/preset'>(null),
  'proxy/request': always<'proxy/request'>(null),
  'vault/status': () => succeed(world.vault),
  'vault/check': () => succeed(world.vault),
  'data/describe': () =>
    succeed({ path: '/home/counter/.config/lock-desk', training: world.platform.training }),
  'updates/state': always<'updates/state'>({
    current: '0.1.0',
    delivery: 'none',
    builtInServer: null,
    choices: { mode: 'off', server: null },
    isChosen: false,
    checkedAt: null,
    progress: { step: 'idle' },
  }),
  'diagnose/read': always<'diagnose/read'>(noDiagnosis),
  'diagnose/start': always<'diagnose/start'>(noDiagnosis),
  'devices/list': always<'devices/list'>({ state: 'listed', problem: null, devices: [] }),
  'devices/profiles': always<'devices/profiles'>({ profiles, broken: [] }),
  'locks/models': always<'locks/models'>({ enabled: [], profiles, broken: [] }),
  'learn/state': always<'learn/state'>({
    model: null,
    locks: [],
    result: null,
    canSave: false,
    requests: [],
    isAsking: false,
  }),
  'stocktakes/list': always<'stocktakes/list'>([]),
  'drafts/read-order': always<'drafts/read-order'>({ text: null }),
  'drafts/read-labels': () => succeed({ numbers: world.labels }),
  'drafts/save-labels': ({ numbers }) => {
    world.labels = numbers
    return succeed(null)
  },
  'drafts/read-loan': () => succeed({ loan: world.loan }),
  'drafts/save-loan': ({ loan }) => {
    world.loan = loan
    return succeed(null)
  },
  'signatures/list': always<'signatures/list'>([]),
  'enterprises/import-read': always<'enterprises/import-read'>({
    import: null,
    rows: [],
    total: 0,
    version: 1,
  }),
  'work-orders/keys': always<'work-orders/keys'>([]),
  'work-orders/own-key': () => fail({ code: 'key-not-readable', message: 'this computer has no key here' }),
  'journal/shared-slice': () => succeed({ rows: [], total: 0, version: 1, isInBranch: false }),
  'journal/facts': always<'journal/facts'>(journalFacts(0)),
})
