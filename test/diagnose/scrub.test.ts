import { describe, expect, it } from 'vitest'
import { createScrubber } from '../../src-main/diagnose/bundle/scrub'
import { scrubLog } from '../../src-main/diagnose/bundle/scrub-log'
import { processorMs } from '../support/processor-time'

const known = {
  secrets: ['north secret!', 'abcd'],
  numbers: ['SERIAL9917'],
  names: ['Chen Yu', '陈宇', '北桥工程有限公司', 'li.wei'],
  home: '/home/zhangsan',
  user: 'zhangsan',
  machine: 'counter-3',
}
const scrubber = () => createScrubber(known)
const plain = (text: string) => scrubber().plain(text)
const strict = (text: string) => scrubber().strict(text)

describe('scrub', () => {
  it.each([
    ['a known secret', 'sent north secret! there', 'sent [hidden] there'],
    ['…in base64', `x ${Buffer.from('north secret!').toString('base64')} y`, 'x [hidden] y'],
    ['…in an address', 'x north%20secret! y', 'x [hidden] y'],
    ['…in hex', `x ${Buffer.from('north secret!').toString('hex')} y`, 'x [hidden] y'],
    ['a bearer', 'Authorization: Bearer abc.def', 'Authorization: Bearer [hidden]'],
    ['a secret by its name', 'client_secret=hunter2&x=1', 'client_secret=[hidden]&x=1'],
    ['a long hex', 'token 9f86d081884c7d65 end', 'token [hidden] end'],
    ['a long base64', 'k mF9Zk2Lq81xWvB0RtYcU7A== end', 'k [hidden] end'],
    ['base64 with slashes', 'k mF9Zk2L/q81xWvB0Rt/YcU7Aq+Pz1/0mF9Zk2Lq81xWvB0R end', 'k [hidden] end'],
    ['an e-mail', 'to li.min+x@mail.example.cn now', 'to [e-mail] now'],
    [
      'an address after its host',
      'GET https://u:p@host.example:8443/me/9?x=1 failed',
      'GET https://host.example:8443 failed',
    ],
    ['a mobile number', 'call +86 138 0013 8000 now', 'call [number] now'],
    ['a shell number', 'lock 8000000017 gone', 'lock …017 gone'],
    ['a long id', 'enterprise 1234567890123456789 gone', 'enterprise [hidden] gone'],
    ['the home folder', "open '/home/zhangsan/.config/x.json'", "open '~/.config/x.json'"],
    ['another’s home', "open '/home/wangwu/x.json'", "open '/home/…/x.json'"],
    ['a home of Windows', String.raw`open C:\Users\wangwu\x.json`, String.raw`open C:\Users\…\x.json`],
    ['the user', 'for ZhangSan here', 'for [name] here'],
    ['the computer', 'on counter-3', 'on [name]'],
    ['the serial number of an attached device', 'of SERIAL9917', 'of …917'],
    ['a name', 'lent to chen yu.', 'lent to [name].'],
    ['a Chinese name', '借给陈宇了', '借给[name]了'],
    ['a name in base64', `x ${Buffer.from('li.wei').toString('base64')} y`, 'x [hidden] y'],
    ['a name within base64', `x ${Buffer.from('li.wei:12').toString('base64')} y`, 'x [hidden] y'],
    ['a name in hex', `x ${Buffer.from('li.wei').toString('hex')} y`, 'x [hidden] y'],
    ['a name in an address', `x/${encodeURIComponent('陈宇')}/y`, 'x/[hidden]/y'],
  ])('hides %s', (_what, text, shown) => {
    expect(plain(text)).toBe(shown)
  })

  it.each([
    'USB process ended: exit code 139; the next one starts in 250 ms',
    'ENOENT: no such file or directory, open /opt/lock-desk/resources/app.asar/out/main/main.js',
    '    at forkUtilityProcess (file:///opt/lock-desk/out/main/main.js:120:13)',
    'started in 2026-11-21T14:30:01.123Z',
    'Electron 45.4.1 Chromium 130.0.6723.137',
    '0529:0001 on 127.0.0.1:44713',
    'Error: connect ECONNREFUSED 127.0.0.1:9',
  ])('keeps what support needs: %s', (text) => {
    expect(strict(text)).toBe(text)
  })

  it('removes unknown names and other scripts from the app’s own texts', () => {
    expect(strict('refused Wang Fang, 王芳 said')).toBe('refused [name], [text] said')
  })

  it('is as fast with hostile lines as with others', () => {
    const from = processorMs()
    for (const piece of ['a@', '1 ', 'A1/', '/home/', 'http://', '-', 'Aa ']) strict(piece.repeat(20_000))
    expect(processorMs() - from).toBeLessThan(15_000)
  })
})

describe('a scrubbed log', () => {
  const line = (text: string) => `[2026-11-21 14:30:01.123] [warn]  ${text}`
  const scrubbed = (text: string) => scrubLog(text, scrubber())

  it('keeps only allowed facts', async () => {
    expect(await scrubbed(line('it failed {"code":"EIO","employee":"Wang","mobile":13800138000}'))).toBe(
      '[2026-11-21 14:30:01.123] [warn] it failed {"code":"EIO","…":"[left out]"}',
    )
  })

  it('drops lines that are not in the log format', async () => {
    expect(await scrubbed('Wang Fang was here\n    at open (main.js:1:2)')).toBe(
      '[left out]\n    at open (main.js:1:2)',
    )
  })

  it('yields between its slices', async () => {
    let turns = 0
    const ticking = setInterval(() => (turns += 1), 1)
    await scrubbed(Array.from({ length: 20_000 }, (_, n) => line(`it failed for the ${n}. time`)).join('\n'))
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(5)
  })
})
