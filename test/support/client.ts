import type { Credentials } from '../../src-main/platform/auth/credentials'
import { createPlatformClient } from '../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../src-main/platform/auth/tokens'
import { createTransport } from '../../src-main/platform/transport/transport'

const application = (key: string) => ({ key, secret: `${key}-secret` })

/** The app's client as in main, without proxy and certificates. */
export const clientFor = (
  platform: { readonly baseUrl: string; readonly userCentreUrl: string },
  given: { readonly credentials?: Credentials } = {},
) =>
  createPlatformClient({
    baseUrl: platform.baseUrl,
    userCentreUrl: platform.userCentreUrl,
    credentials: {
      applications: { order: application('order-key'), member: application('member-key') },
      user: { name: 'li.wei', password: 'a password' },
    },
    transport: createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined }),
    keeper: createMemoryTokenKeeper(),
    ...given,
  })
