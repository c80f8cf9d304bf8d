import { describe, expect, it } from 'vitest'
import { createAddressCheck } from '../../src-main/saved-platforms/address-check'

const at = (platform: string, userCentre = platform) => ({
  baseUrl: `${platform}/api`,
  userCentreUrl: `${userCentre}/oauth/token`,
})

const check = (answer: boolean, ...saved: string[]) => {
  const confirmed: (readonly string[])[] = []
  const isAllowed = createAddressCheck({
    saved: () => saved.map((origin) => at(origin)),
    confirm: (origins) => {
      confirmed.push(origins)
      return Promise.resolve(answer)
    },
  })
  return { asked: confirmed, isAllowed }
}

describe('addresses typed for a platform', () => {
  it('are used without a question when saved before', async () => {
    const { asked: confirmed, isAllowed } = check(false, 'https://platform.example')
    expect(await isAllowed(at('https://PLATFORM.example:443'))).toBe(true)
    expect(confirmed).toEqual([])
  })

  it('are used after a confirmation, which is remembered', async () => {
    const { asked: confirmed, isAllowed } = check(true, 'https://platform.example')
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await isAllowed(at('https://platform.example', 'https://users.example'))).toBe(true)
    }
    expect(confirmed).toEqual([['https://users.example']])
  })

  it.each(['http://platform.example', 'https://platform.example:8443', 'https://platform.example.evil'])(
    'are not used for %s, which is another address',
    async (origin) => {
      const { asked: confirmed, isAllowed } = check(false, 'https://platform.example')
      expect(await isAllowed(at(origin))).toBe(false)
      expect(await isAllowed(at(origin))).toBe(false)
      expect(confirmed).toEqual([[origin], [origin]])
    },
  )
})
