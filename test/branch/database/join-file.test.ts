import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import {
  addressText,
  isOnThisComputer,
  parseAdminUrl,
  parseServer,
} from '../../../src-main/branch/database/database-address'
import {
  joinFileText,
  maxJoinFileBytes,
  readJoinFile,
  wordsOfAccess,
} from '../../../src-main/branch/database/join-file'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { newPassword, roleNameFor, verifierOf } from '../../../src-main/branch/database/new-role'

const [ca = '', otherCa = ''] = rootCertificates
const file: JoinFile = {
  branch: '0b7a2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21',
  computer: { id: '5b1c2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21', name: '柜台 “1”' },
  database: { host: 'db.example', port: 5432, name: 'lock_desk', role: 'lock_desk_1_5b1c2f6e3c7d' },
  ca,
  password: 'p'.repeat(43),
}
const bytes = (text: string) => Buffer.from(text, 'utf8')
const problemOf = (content: Buffer) => {
  const read = readJoinFile(content)
  return read.ok ? null : [read.error.code, read.error.at]
}
const changed = (change: (content: Record<string, unknown>) => void): Buffer => {
  const content = JSON.parse(joinFileText(file)) as Record<string, unknown>
  change(content)
  return bytes(JSON.stringify(content))
}

describe('a join file', () => {
  it('is read as it was written', () => {
    expect(readJoinFile(bytes(joinFileText(file)))).toEqual({ ok: true, value: file })
    const local = { ...file, database: { ...file.database, host: '/var/run/postgresql' }, ca: null }
    expect(readJoinFile(bytes(joinFileText(local)))).toEqual({ ok: true, value: local })
  })

  it.each([
    ['a picture', Buffer.from([0xff, 0xd8]), ['not-a-join-file', null]],
    ['text', bytes('hello'), ['not-a-join-file', null]],
    ['an empty file', bytes(''), ['not-a-join-file', null]],
    ['another file of Lock Desk', bytes('{"format":"lock-desk-setup"}'), ['not-a-join-file', 'format']],
    ['half of one', bytes(joinFileText(file).slice(0, 300)), ['join-file-damaged', null]],
    ['a large file', Buffer.alloc(maxJoinFileBytes + 1, 0x20), ['join-file-too-large', null]],
    [
      'one of a later version',
      changed((content) => (content['version'] = 2)),
      ['join-file-newer', 'version'],
    ],
    ['one without a field', changed((content) => delete content['branch']), ['join-file-damaged', 'branch']],
    ['one with a field more', changed((content) => (content['x'] = 1)), ['join-file-damaged', 'x']],
    [
      'one with another password',
      changed((content) => (content['password'] = '')),
      ['join-file-damaged', 'password'],
    ],
    [
      'one with another certificate',
      changed((content) => (content['ca'] = otherCa)),
      ['join-file-damaged', 'words'],
    ],
    ['one with no certificate', changed((content) => (content['ca'] = null)), ['join-file-damaged', 'ca']],
    [
      'one with a text as certificate',
      changed((content) => (content['ca'] = 'x')),
      ['join-file-damaged', 'ca'],
    ],
    [
      'one for another server',
      changed((content) => (content['database'] = { ...file.database, host: 'evil.example' })),
      ['join-file-damaged', 'words'],
    ],
    [
      'one with a name that ends a line',
      changed((content) => (content['computer'] = { ...file.computer, name: 'a\u2028b' })),
      ['join-file-damaged', 'computer.name'],
    ],
    [
      'one with a name twice',
      bytes(joinFileText(file).replace('{', '{"ca":null,')),
      ['join-file-damaged', null],
    ],
  ])('is not %s', (_what, content, problem) => {
    expect(problemOf(content)).toEqual(problem)
  })

  it('never shows its password in a message', () => {
    for (const content of [
      changed((one) => (one['password'] = ['secret-in-file'])),
      bytes(`${joinFileText(file)}secret-in-file`),
    ])
      expect(JSON.stringify(readJoinFile(content))).not.toMatch(/secret-in-file|pppp/)
  })

  it('has other words for each certificate, server and computer', () => {
    const words = [
      file,
      { ...file, ca: otherCa },
      { ...file, database: { ...file.database, host: 'db2.example' } },
      { ...file, computer: { ...file.computer, id: file.branch } },
    ].map((one) => wordsOfAccess(one, 'en').join(' '))
    expect(new Set(words).size).toBe(4)
    expect(wordsOfAccess(file, 'zh')).toHaveLength(6)
  })
})

describe('the address of a database', () => {
  it.each([
    [
      'postgres://keeper:p%40ss@db.example:5433/lock_desk',
      ['db.example', 5433, 'lock_desk', 'keeper', 'p@ss'],
    ],
    ['postgresql://keeper@[::1]/lock_desk', ['::1', 5432, 'lock_desk', 'keeper', null]],
    ['postgres://keeper@localhost/d?host=%2Ftmp%2Fpg&port=7', ['/tmp/pg', 7, 'd', 'keeper', null]],
    ['postgres://keeper@%2Ftmp%2Fpg/d', ['/tmp/pg', 5432, 'd', 'keeper', null]],
    [
      'postgres://db.example/d?user=keeper&password=x&sslmode=require\n',
      ['db.example', 5432, 'd', 'keeper', 'x'],
    ],
  ])('%s', (text, parts) => {
    const read = parseAdminUrl(text)
    expect(
      read.ok && [read.value.host, read.value.port, read.value.name, read.value.role, read.value.password],
    ).toEqual(parts)
  })

  it('without a host is the socket of this computer', () => {
    const read = parseAdminUrl('postgres:///lock_desk')
    expect(read.ok && isOnThisComputer(read.value.host)).toBe(true)
  })

  it.each([
    '',
    'db.example',
    'http://db.example/d',
    'postgres://db.example',
    'postgres://a:secret@b:0/d',
    'postgres://b/d?options=-c',
  ])('is not %s, and the message has no password', (text) => {
    const read = parseAdminUrl(text)
    expect(read).toMatchObject({ ok: false, error: { code: 'database-url-invalid' } })
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  it.each([
    ['db.example', { host: 'db.example', port: 5432 }],
    ['db.example:6000', { host: 'db.example', port: 6000 }],
    ['[fd00::2]:6000', { host: 'fd00::2', port: 6000 }],
    ['fd00::2', null],
    ['db.example:99999', null],
    ['a b', null],
  ])('of a server: %s', (text, expected) => {
    const read = parseServer(text, 5432)
    expect(read.ok ? read.value : null).toEqual(expected)
  })

  it.each([
    ['/tmp', true],
    ['localhost', true],
    ['127.8.0.1', true],
    ['::1', true],
    ['127.0.0.1.example', false],
    ['localhost.example', false],
    ['10.0.0.1', false],
  ])('on this computer: %s', (host, expected) => {
    expect(isOnThisComputer(host)).toBe(expected)
  })

  it('is shown with its parts', () => {
    expect(addressText({ host: 'fd00::2', port: 5432, name: 'd' })).toBe('[fd00::2]:5432/d')
  })
})

describe('the role of a computer', () => {
  const id = file.computer.id
  it.each([
    ['Counter 1', 'lock_desk_counter_1_5b1c2f6e3c7d'],
    ['北京柜台', 'lock_desk_5b1c2f6e3c7d'],
    [`a"; drop role x; --'`, 'lock_desk_a_drop_role_x_5b1c2f6e3c7d'],
    ['Éclair', 'lock_desk_e_clair_5b1c2f6e3c7d'],
  ])('%s', (name, role) => {
    expect(roleNameFor(name, id)).toBe(role)
  })

  it('is no longer than the server’s names', () => {
    expect(roleNameFor('x'.repeat(1_000), id).length).toBeLessThanOrEqual(63)
  })

  it('has a password that is random, and kept as a verifier only', () => {
    const password = newPassword()
    expect(password).toMatch(/^[\w-]{43}$/)
    expect(newPassword()).not.toBe(password)
    expect(verifierOf(password)).not.toContain(password)
    // RFC 7677, section 3.
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
    expect(verifierOf('pencil', salt)).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    )
  })
})
