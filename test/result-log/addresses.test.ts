import { describe, expect, it } from 'vitest'
import { isFullPath } from '#shared/model/app/full-path'
import { isResultLogServer } from '#shared/model/app/result-log'

describe('a log of results in a policy', () => {
  it.each([
    '/var/log/lock-desk/{user}.jsonl',
    String.raw`C:\Logs\lock-desk.jsonl`,
    String.raw`\\server\logs\a`,
  ])('can be the file %s', (path) => expect(isFullPath(path)).toBe(true))
  it.each(['', 'results.jsonl', './a', '/var/log/', '//', '/a\n', 'C:a', '~/a'])(
    'cannot be the file %j',
    (path) => expect(isFullPath(path)).toBe(false),
  )
  it.each(['tls://log.example:6514', 'tcp://127.0.0.1:601', 'tls://[::1]:6514/'])(
    'can be the server %s',
    (address) => expect(isResultLogServer(address)).toBe(true),
  )
  it.each([
    'log.example:6514',
    'udp://a:1',
    'tls://log.example',
    'tls://u:p@a:1',
    'tcp://a:99999',
    'tls://a:1/x',
  ])('cannot be the server %s', (address) => expect(isResultLogServer(address)).toBe(false))
})
