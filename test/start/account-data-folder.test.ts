import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Policy, PolicyState } from '#shared/model/app/policy'
import { accountDataFolder, accountRecordPath, thisAccount } from '../../src-main/policy/account-folder'
import { decideFolder } from '../../src-main/start/account-data-folder'

const active = (policy: Policy): PolicyState => ({ state: 'active', source: 'test', policy })
const ofAccount = '/home/li/.config/Lock Desk'
const elsewhere = '/tmp/other'
const key = { name: 'Office', key: 'A'.repeat(43) }

const resting: readonly PolicyState[] = [
  active({ maxRowsWithoutWorkOrder: 3, trustedKeys: [] }),
  active({ trustedKeys: [key] }),
  active({ resultLogFile: '/var/log/{user}.jsonl' }),
  active({ resultLogServer: 'tls://log.example:6514' }),
  { state: 'unreadable', source: 'test', problem: 'broken', policy: {} },
]

describe('the data folder of a package', () => {
  it.each(resting)('is the account’s alone under a policy that rests on it: %j', async (state) => {
    const decide = (chosen: string | null, present: string) =>
      decideFolder({ chosen, present, ofAccount }, () => Promise.resolve(state))
    expect(await decide(elsewhere, ofAccount)).toHaveProperty('refused')
    // Also the account's own: the next start must not differ.
    expect(await decide(ofAccount, ofAccount)).toHaveProperty('refused')
    // HOME, XDG_CONFIG_HOME or Chromium's own switch.
    expect(await decide(null, elsewhere)).toEqual({ folder: ofAccount })
    expect(await decide(null, ofAccount)).toBeNull()
  })

  it('is chosen freely without such a policy', async () => {
    for (const state of [{ state: 'none', policy: {} } as const, active({ maxRowsPerJob: 3 })]) {
      const decide = (chosen: string | null, present: string) =>
        decideFolder({ chosen, present, ofAccount }, () => Promise.resolve(state))
      expect([await decide(elsewhere, ofAccount), await decide(null, elsewhere)]).toEqual([null, null])
    }
  })
})

describe('the folders of the account', () => {
  const about = { appData: 'C:\\Roaming', name: 'Lock Desk' }

  it('do not come from the environment', () => {
    const home = process.env['HOME']
    const before = thisAccount('/none')
    process.env['HOME'] = '/tmp/another'
    try {
      expect(thisAccount('/none')).toEqual(before)
    } finally {
      if (home === undefined) delete process.env['HOME']
      else process.env['HOME'] = home
    }
    expect(accountDataFolder({ platform: 'linux', home: '/home/li' }, about)).toBe(ofAccount)
    expect(accountDataFolder({ platform: 'darwin', home: '/Users/li' }, about)).toBe(
      '/Users/li/Library/Application Support/Lock Desk',
    )
  })

  it.each(['linux', 'darwin', 'win32'] as const)(
    'keep the record outside the data folder: %s',
    (platform) => {
      const account = { platform, home: '/home/li' }
      const folder = accountDataFolder(account, { appData: '/home/li/AppData/Roaming', name: 'Lock Desk' })
      const record = accountRecordPath(account, folder)
      expect(record.startsWith(join(folder, 'a').slice(0, -1))).toBe(false)
      expect(accountRecordPath(account, elsewhere)).not.toBe(record)
    },
  )
})
