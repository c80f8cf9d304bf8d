import { describe, expect, it } from 'vitest'
import type { BranchMember, BranchView, JoinOffer, PresetBranchView } from '#shared/model/branch/branch-view'
import { fail, succeed } from '#shared/outcome'
import { axeViolations, waitForTransitions } from '../e2e/support/axe'
import { onPage } from './support/on-page'
import { movedDuring } from './support/watch-layout'

const words = {
  en: ['abandon', 'ability', 'able', 'about', 'above', 'absent'],
  zh: ['的', '一', '是', '在', '不', '了'],
}
const connected: BranchView = {
  computer: { id: 'here', name: 'Counter 1' },
  database: 'db.example:5432/lock_desk',
  words,
  joinedAt: Date.now() - 9 * 86_400_000,
  state: {
    connected: true,
    notShared: 0,
    lastSeenAt: Date.now(),
    problem: null,
    restoredAt: null,
    earlier: null,
  },
  apart: [],
  damagedAt: null,
  changedEnds: [],
}
const withState = (part: Partial<BranchView['state']>, more: Partial<BranchView> = {}): BranchView => ({
  ...connected,
  ...more,
  state: { ...connected.state, ...part },
})
const offline = withState({
  connected: false,
  notShared: 4,
  lastSeenAt: Date.now() - 3_600_000,
  problem: 'database-unreachable',
})
const members: BranchMember[] = [
  {
    id: 'here',
    name: 'Counter 1',
    isThis: true,
    joinedAt: 1,
    lastSeenAt: Date.now() - 1_000,
    removedAt: null,
  },
  {
    id: 'office',
    name: 'Office',
    isThis: false,
    joinedAt: 1,
    lastSeenAt: Date.now() - 7_200_000,
    removedAt: null,
  },
  { id: 'store', name: 'Storeroom', isThis: false, joinedAt: null, lastSeenAt: null, removedAt: null },
  { id: 'old', name: 'Old laptop', isThis: false, joinedAt: 1, lastSeenAt: 2, removedAt: 3 },
]
const offer: JoinOffer = {
  id: 'offer-1',
  computer: 'Counter 1',
  database: 'db.example:5432/lock_desk',
  words,
}

/** What main would say now. */
let view: BranchView | null = null
let failsToJoin = false
let preset: PresetBranchView | null = null
const desk = onPage({
  handlers: () => ({
    'branch/read': () => succeed(view),
    'branch/preset': () => succeed(preset),
    'branch/open-file': () => succeed(offer),
    'branch/close-file': () => succeed(null),
    'branch/join': () =>
      failsToJoin ? fail({ code: 'join-file-used', message: '' }) : succeed((view = connected)),
    'branch/leave': () => fail({ code: 'not-confirmed', message: '' }),
    'branch/retry': () => succeed(null),
    'branch/computers': () =>
      view?.state.connected === true
        ? succeed(members)
        : fail({ code: 'database-unreachable', message: 'not connected to the branch' }),
  }),
})

const show = (next: BranchView | null): void => {
  view = next
  desk.world.emit('branch/changed', next)
}
const openSection = async (next: BranchView | null = null): Promise<void> => {
  show(next)
  await desk.at('rail-settings').click()
  await desk.at('settings-to-branch').click()
}
const section = () => desk.page.locator('#branch')
const textOf = async (testId: string) => (await desk.at(testId).innerText()).trim()

describe('Settings, Branch', () => {
  it('joins with a file whose words were looked at first', async () => {
    await openSection()
    expect(await desk.page.getByTestId('chip-branch').count()).toBe(0)
    await desk.at('open-join-file').click()
    await desk.at('join-offer').waitFor()
    expect(await desk.page.locator('[data-testid=join-offer] [data-list=en] li').allInnerTexts()).toEqual(
      words.en,
    )
    expect(desk.callsOf('branch/join')).toEqual([])
    // Another page opened for a look does not lose the file.
    await desk.at('rail-desk').click()
    await desk.at('desk-input').waitFor()
    await openSection()
    await desk.at('join-offer').waitFor()
    expect(desk.callsOf('branch/close-file')).toEqual([])
    await desk.at('cancel-join').click()
    await desk.at('open-join-file').waitFor()
    expect(desk.callsOf('branch/close-file')).toHaveLength(1)

    await desk.at('open-join-file').click()
    failsToJoin = true
    await desk.at('confirm-join').click()
    await desk.page.locator('[data-testid=branch-failure][data-code=join-file-used]').waitFor()
    expect(await textOf('branch-failure')).toContain('add it again')
    failsToJoin = false
    await desk.at('confirm-join').click()
    await desk.at('branch-state').waitFor()
    expect(desk.callsOf('branch/join')).toEqual([{ id: 'offer-1' }, { id: 'offer-1' }])
  })

  it('shows the computers that were not removed, and when each was there', async () => {
    await openSection(connected)
    const rows = desk.page.getByTestId('branch-computer')
    await rows.first().waitFor()
    expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Counter 1 · this computer Last seen just now',
      'Office Last seen 2 hours ago',
      'Storeroom Not joined yet',
    ])
    expect(await textOf('branch-shared')).toBe('Everything is shared.')
  })

  it('says since when it is not connected, why, what waits, and retries', async () => {
    await openSection(offline)
    await expect.poll(() => textOf('branch-connection')).toContain('Not connected since')
    expect(await textOf('branch-shared')).toContain('4 not shared yet')
    expect(await textOf('branch-problem')).toContain('Check the network')
    expect(await textOf('branch-no-list')).not.toBe('')
    await desk.at('branch-retry').click()
    await expect.poll(() => desk.callsOf('branch/retry').length).toBe(1)
    // The system has a network again.
    await desk.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => desk.callsOf('branch/retry').length).toBe(2)
  })

  it('names the computer whose entries are not used, what is damaged, and a restored database', async () => {
    await openSection(
      withState(
        { restoredAt: Date.now() - 60_000 },
        {
          apart: [{ computer: 'office', reason: 'broken-chain', count: 12 }],
          damagedAt: 31,
          changedEnds: [
            {
              computer: 'Office',
              what: 'journal',
              before: { n: 812, hash: 'a'.repeat(64) },
              now: { n: 790, hash: 'b'.repeat(64) },
            },
          ],
        },
      ),
    )
    await expect.poll(() => textOf('branch-apart')).toContain('12 entries of Office are not used here.')
    expect(await textOf('branch-apart')).toContain('Ask the administrator')
    expect(await textOf('branch-damaged')).toMatch(/Entry 31 .*join file/s)
    expect(await textOf('branch-restored')).toContain('restored from a backup')
    expect(await textOf('branch-changed-end')).toMatch(
      /activity log of Office became shorter or different.*Before: 812 aaaaaaaaaaaa · Now: 790 bbbbbbbbbbbb/s,
    )
  })

  it('says that earlier facts are being read, and what was changed before those that are used', async () => {
    await openSection(
      withState(
        { earlier: 'facts' },
        { apart: [{ computer: 'office', reason: 'changed-before', count: 2 }] },
      ),
    )
    await expect.poll(() => textOf('branch-reading')).toContain('still being read')
    const text = await textOf('branch-apart')
    expect(text).toContain(
      'Something of Office is missing or was changed, at 2 places. What came after is used here.',
    )
    expect(text).not.toContain('not used')
    show(withState({ earlier: 'chains' }))
    await expect.poll(() => desk.page.getByTestId('branch-reading').count()).toBe(0)
  })

  it('says what to do where no password can be kept or read', async () => {
    const lock = (state: 'memory' | 'passphrase-locked') => {
      desk.world.vault = { ...desk.world.vault, state }
      desk.world.emit('vault/changed', desk.world.vault)
    }
    lock('memory')
    await openSection()
    await expect.poll(() => textOf('branch-no-vault')).toMatch(/can’t be stored.*set a passphrase/s)
    expect(await desk.page.getByTestId('open-join-file').count()).toBe(0)
    await desk.at('branch-to-vault').waitFor()
    lock('passphrase-locked')
    show(withState({ connected: false, problem: 'password-not-readable' }))
    await desk.at('branch-unlock').click()
    await desk.at('dialog').waitFor()
  })

  it('is the organization’s where its policy names the join file', async () => {
    preset = {
      path: '/srv/join/counter-1.lockbranch',
      problem: { code: 'join-file-unreadable', message: '' },
    }
    try {
      await desk.page.reload()
      await openSection()
      await expect.poll(() => textOf('preset-path')).toBe('/srv/join/counter-1.lockbranch')
      expect(await textOf('branch-failure')).toContain('Couldn’t read the join file.')
      expect(await desk.page.getByTestId('open-join-file').count()).toBe(0)
      await desk.at('branch-retry').click()
      await expect.poll(() => desk.callsOf('branch/retry').length).toBe(1)
      show(connected)
      await desk.at('branch-state').waitFor()
      expect(await desk.page.getByTestId('branch-leave').count()).toBe(0)
    } finally {
      preset = null
    }
  })

  it('is left in a dialog of the system, where declining is no failure', async () => {
    await openSection(connected)
    await desk.at('branch-leave').click()
    await expect.poll(() => desk.callsOf('branch/leave').length).toBe(1)
    expect(await desk.page.getByTestId('branch-failure').count()).toBe(0)
  })

  it('moves nothing of the page when the list of computers or a state comes', async () => {
    await openSection(connected)
    await desk.at('branch-computers').waitFor()
    const above = await section().boundingBox()
    show(withState({ lastSeenAt: Date.now() }))
    await desk.page.waitForTimeout(200)
    expect((await section().boundingBox())?.height).toBe(above?.height)
  })
})

describe('the chip of the branch', () => {
  const chipIs = (state: string, text: string) =>
    desk.page.locator(`[data-testid=chip-branch][data-state=${state}]`).filter({ hasText: text }).waitFor()
  const shown = () => desk.page.locator('[data-testid=chip-branch] span[aria-hidden=false]').innerText()

  it('says how the branch stands, and opens its section', async () => {
    show(connected)
    await chipIs('connected', 'Branch connected')
    await desk.at('chip-branch').click()
    await section().waitFor()
    show(withState({ connected: false }))
    await expect.poll(shown).toBe('Branch connecting…')
    show(offline)
    await expect.poll(shown).toBe('4 not shared yet')
    show(withState({ connected: false, problem: 'database-unreachable' }))
    await expect.poll(shown).toBe('Branch not connected')
    show(null)
    await desk.at('chip-branch').waitFor({ state: 'detached' })
  })

  it('does not count what is shared within a moment', async () => {
    show(connected)
    await expect.poll(shown).toBe('Branch connected')
    show(withState({ notShared: 1 }))
    await desk.page.waitForTimeout(500)
    expect(await shown()).toBe('Branch connected')
    await expect.poll(shown, { timeout: 8_000 }).toBe('1 not shared yet')
    show(connected)
    await expect.poll(shown).toBe('Branch connected')
  })

  it('moves no other chip, whatever it says', async () => {
    show(connected)
    await desk.at('chip-branch').waitFor()
    await desk.page.evaluate(() => void Promise.reject(new Error('planted')))
    await desk.at('chip-notices').waitFor()
    await waitForTransitions(desk.page)
    const moved = await movedDuring(desk.page, async () => {
      for (const next of [offline, withState({ connected: false }), connected]) {
        show(next)
        await desk.page.waitForTimeout(150)
      }
    })
    expect(moved).toEqual([])
  })
})

const notices = withState(
  { connected: false, notShared: 4, problem: 'database-unreachable', restoredAt: Date.now() },
  { apart: [{ computer: 'office', reason: 'bad-signature', count: 1 }], damagedAt: 3 },
)
describe.each(['en', 'zh'] as const)('the branch in %s', (language) => {
  it.each(['light', 'dark'] as const)('gives axe nothing to find, %s', async (theme) => {
    await desk.setAppearance({ language, theme })
    for (const next of [null, connected, notices]) {
      await openSection(next)
      await waitForTransitions(desk.page)
      expect(await axeViolations(desk.page)).toEqual([])
    }
    show(null)
    await desk.at('open-join-file').click()
    await desk.at('join-offer').waitFor()
    await waitForTransitions(desk.page)
    expect(await axeViolations(desk.page)).toEqual([])
  })
})
