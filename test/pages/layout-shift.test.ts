import { describe, expect, it } from 'vitest'
import { commandNames } from '#shared/bridge/command-names'
import type { CommandName } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import { pageNames } from '../../src-renderer/actions/pages'
import type { Page } from '../../src-renderer/actions/pages'
import { shell, unreachable } from '../renderer/support/samples'
import type { Handlers } from '../renderer/support/bridge-double'
import { onPage } from './support/on-page'
import { movedDuring } from './support/watch-layout'
import { appAnswers } from './support/world/app-answers'
import { jobAnswers } from './support/world/job-answers'
import { listAnswers } from './support/world/list-answers'
import { lockAnswers } from './support/world/lock-answers'
import type { World } from './support/world/world'

/** What a page asks for. The frame has its answers before a page opens. */
const isOfPages = (name: CommandName): boolean => !/^(?:app|settings|views|platform|window)\//.test(name)

/** While it is set, no page has its data. */
let late: Promise<void> | null = null

/** While it is set, the dialog of continuous mode is open. */
let confirmed: Promise<void> | null = null

/** The number of changes without a result. */
let unresolved = 0

const answersInTime = (world: World): Handlers => ({
  ...appAnswers(world),
  ...listAnswers(world),
  ...lockAnswers(world),
  ...jobAnswers(world),
  'changes/unresolved': () => succeed({ total: unresolved, changes: [] }),
  'continuous/start': async () => {
    await confirmed
    return fail({ code: 'not-confirmed', message: 'not confirmed' })
  },
})
const answersLate = (world: World): Handlers => {
  const inTime = answersInTime(world) as Record<string, ((input: unknown) => unknown) | undefined>
  return Object.fromEntries(
    commandNames.filter(isOfPages).map((name) => [
      name,
      async (input: unknown) => {
        await late
        return inTime[name]?.(input) ?? fail({ code: 'internal', message: `${name} has no answer here` })
      },
    ]),
  )
}

const desk = onPage({ register: ['northBridge', 'riverside', 'lionCity'], handlers: answersLate })

const hold = (): (() => void) => {
  let release: () => void = () => undefined
  late = new Promise((done) => (release = done))
  return () => {
    late = null
    release()
  }
}

/** The pages without data, then with them: skeletons past their delay are shown in between. */
const openLate = async (page: Page): Promise<string[]> => {
  const release = hold()
  await desk.reload()
  await desk.page.evaluate((path) => (location.hash = `#${path}`), pathOf(page))
  await desk.page.waitForTimeout(500)
  return movedDuring(desk.page, async () => {
    release()
    await desk.page.waitForTimeout(400)
  })
}
const pathOf = (page: Page): string => (page === 'desk' ? '/' : `/${page}`)

describe.each(pageNames)('the page %s', (page) => {
  it('moves nothing when its data arrive late', async () => {
    expect(await openLate(page)).toEqual([])
  })

  it('moves nothing when a bar comes and goes', async () => {
    await desk.page.evaluate((path) => (location.hash = `#${path}`), pathOf(page))
    await desk.page.waitForTimeout(300)
    const { world } = desk
    const moved = await movedDuring(desk.page, async () => {
      await desk.page.evaluate(() => void Promise.reject(new Error('planted')))
      await desk.page.waitForTimeout(150)
      const before = world.platform
      world.emit('platform/status', {
        ...before,
        state: 'unreachable',
        lacks: 'platform',
        failure: unreachable,
      })
      await desk.page.waitForTimeout(150)
      world.emit('platform/status', before)
      world.notices = []
      world.emit('app/notices', [])
      await desk.page.waitForTimeout(150)
    })
    expect(moved).toEqual([])
  })
})

/** Lets the pointer rest on a control. */
const restOn = async (testId: string): Promise<void> => {
  await desk.at(testId).hover()
  // Longer than any rest that could count as “idle”.
  await desk.page.waitForTimeout(1400)
}
const others = ['8000000024', '8000000019', '8000000025', '8000000020']

describe('the plugged-in locks', () => {
  it('move nothing under a pointer that rests on the button of a card', async () => {
    await desk.cardIs('8000000017', 'enabled')
    await desk.card('8000000017').getByTestId('disable').hover()
    await desk.page.waitForTimeout(1400)
    const moved = await movedDuring(desk.page, async () => {
      await desk.simulate('8000000024', 'plug-in')
      await desk.cardIs('8000000024')
      await desk.page.waitForTimeout(300)
      await desk.simulate('8000000018', 'pull-out')
      await desk.page.waitForTimeout(300)
      await desk.simulate('8000000018', 'plug-in')
      await desk.page.waitForTimeout(300)
    })
    expect(moved).toEqual([])
  })

  it('move no button when another computer of the branch changes a lock', async () => {
    await desk.lookUp('8000000017')
    await desk.cardIs('8000000017', 'enabled')
    const moved = await movedDuring(desk.page, async () => {
      desk.world.emit('branch/changing', [
        {
          computer: 'Office, second floor',
          operatorIdentity: '张静 Zhang Jing',
          assetNums: ['LD8000000017'],
          forMs: 60_000,
        },
      ])
      await desk.card('8000000017').getByTestId('changing').waitFor()
    })
    expect(moved.filter((part) => /button|footer|article/.test(part))).toEqual([])
  })

  it('keep their heights and their buttons when a change of one waits in the offline queue', async () => {
    await desk.resize(960, 640)
    await desk.cardIs('8000000017', 'enabled')
    const moved = await movedDuring(desk.page, async () => {
      desk.world.outbox = {
        ...desk.world.outbox,
        changes: [
          {
            id: 'queued-1',
            action: 'disable',
            assetNum: 'LD8000000017',
            shellNumber: shell('8000000017'),
            enterpriseName: 'North Bridge',
            operatorIdentity: 'Wang Min',
            queuedAt: Date.now(),
            expiresAt: Date.now() + 86_400_000,
            state: 'held',
            held: { because: 'record-changed', at: Date.now() },
          },
        ],
      }
      desk.world.emit('outbox/changed', null)
      await desk.card('8000000017').getByTestId('queued').waitFor()
    })
    expect(moved).toEqual([])
  })

  it('show a new lock that would be out of sight, once the pointer has left them', async () => {
    await desk.cardIs('8000000017', 'enabled')
    await restOn('open')
    for (const number of others) {
      await desk.simulate(number, 'plug-in')
      await desk.card(number).waitFor({ state: 'attached' })
    }
    await desk.at('waiting').waitFor()
    await desk.at('desk-input').hover()
    await desk.at('waiting').waitFor({ state: 'detached' })
    const [last = ''] = others.slice(-1)
    await expect
      .poll(() => desk.card(last).evaluate((card) => card.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
  })

  it('are a row of chips that stays where it is, and is not left scrolled', async () => {
    for (const number of others) await desk.simulate(number, 'plug-in')
    await desk.card(others[3] ?? '').waitFor()
    await desk.chooseAction('disable')
    const chip = desk.at('lock-chip-8000000017')
    await chip.waitFor()
    expect(
      await desk.at('plugged-list').evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]),
    ).toEqual([0, 0])
    await chip.hover()
    const moved = await movedDuring(desk.page, async () => {
      await desk.simulate('8000000018', 'pull-out')
      await desk.page.waitForTimeout(300)
      await desk.simulate('8000000021', 'plug-in')
      await desk.page.waitForTimeout(300)
    })
    expect(moved).toEqual([])
  })
})

describe('a list', () => {
  it('moves no row while it searches again', async () => {
    await desk.chooseAction('disable')
    await desk.paste(['8000000024', '8999999901'].join('\n'))
    await desk.waitForLookup()
    const moved = await movedDuring(desk.page, async () => {
      const release = hold()
      await desk.at('check-again').click()
      await desk.at('list-looking').waitFor()
      await desk.page.waitForTimeout(500)
      release()
      await desk.waitForLookup()
    })
    // The button has another label meanwhile.
    expect(moved.filter((part) => !/^[a-z]+\.n-button/.test(part))).toEqual([])
  })
})

describe('the locks to lend', () => {
  it('stay where they are when another lock is plugged in or scanned', async () => {
    await desk.at('rail-lending').click()
    await desk.at('lend-new').click()
    await desk.page.locator('[data-testid^=lend-onto-]:enabled').first().hover()
    const moved = await movedDuring(desk.page, async () => {
      await desk.simulate('8000000024', 'plug-in')
      await desk.at('lend-plugged').waitFor()
      await desk.scan('8000000019')
      await desk.at('lend-scanned').waitFor()
    })
    expect(moved.filter((part) => /^(?:ul\.list|li\.|label\.|span\.search)/.test(part))).toEqual([])
  })
})

describe('continuous mode', () => {
  it('moves no button while its dialog waits to be confirmed', async () => {
    let confirm = (): void => undefined
    confirmed = new Promise((done) => (confirm = done))
    await desk.at('continuous-switch').click()
    const button = desk.at('continuous-start-disable')
    await button.waitFor()
    const moved = await movedDuring(desk.page, async () => {
      await button.click()
      await desk.page.getByText('Confirm in the dialog…').waitFor()
    })
    confirmed = null
    confirm()
    expect(moved).toEqual([])
  })
})

describe('the navigation', () => {
  it('keeps its places when a count appears', async () => {
    await desk.at('rail-journal').hover()
    const moved = await movedDuring(desk.page, async () => {
      desk.world.emit('journal/changed', { jobId: 'none' })
      unresolved = 3
      await desk.at('needs-review-count').waitFor()
    })
    expect(moved).toEqual([])
  })
})

describe('a form', () => {
  const problems = [
    ['customers', 'customers-more', 'bind-customer', 'customer-review'],
    ['customers', null, 'query-customer', 'query-send'],
    ['employees', null, 'add-employee', 'confirm'],
  ] as const

  it.each(problems)(
    'on the page %s (%s, %s) does not move when a field has a problem',
    async (page, menu, opener, send) => {
      await desk.at(`rail-${page}`).click()
      if (menu !== null) await desk.at(menu).click()
      await desk.at(opener).click()
      await desk.at(send).waitFor()
      const moved = await movedDuring(desk.page, async () => {
        await desk.at(send).click()
        await desk.page.locator('[aria-invalid=true]').first().waitFor()
      })
      expect(moved).toEqual([])
    },
  )

  it('of an order does not move when a field has a problem', async () => {
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('to-review').waitFor()
    const moved = await movedDuring(desk.page, async () => {
      await desk.at('to-review').click()
      await desk.at('batch-errors').waitFor()
    })
    expect(moved).toEqual([])
  })
})

describe('a message about the last action', () => {
  it('moves nothing on the page of orders, after an export and an import', async () => {
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('to-review').waitFor()
    const exported = await movedDuring(desk.page, async () => {
      await desk.at('orders-more').click()
      await desk.at('export-batch').click()
      await desk.at('files-message').waitFor()
    })
    expect(exported).toEqual([])
    const file = { name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from(desk.savedText()) }
    await desk.reload()
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('add-order').hover()
    const imported = await movedDuring(desk.page, async () => {
      await desk.at('batch-picker').setInputFiles(file)
      await desk.at('files-message').waitFor()
    })
    // The buttons begin further left, with one to undo the import; those that were there stay.
    expect(imported.filter((part) => !part.startsWith('div.cluster at-end'))).toEqual([])
  })

  it('moves nothing in a list', async () => {
    await desk.chooseAction('disable')
    await desk.paste('8000000019\n8000000020')
    await desk.waitForLookup()
    await restOn('list-chips')
    const moved = await movedDuring(desk.page, async () => {
      await desk.scan('8000000019')
      await desk.at('scanned-again').waitFor()
      await desk.at('export-list').click()
      await desk.at('export-csv').click()
      await desk.at('exported').waitFor()
    })
    // The messages themselves become more.
    expect(moved.filter((part) => !part.startsWith('div.stack'))).toEqual([])
  })
})
