import type { Transport } from './call'
import { createCaller } from './caller'
import type { Caller, Level } from './caller'
import { NotApplicable } from './failure'
import { askForToken } from './user-centre'
import type { Credentials, Tokens } from './user-centre'
import { createWorld } from './world'
import type { Enterprise, World } from './world'

export interface Target {
  readonly baseUrl: string
  /** Full URL of the token endpoint. */
  readonly userCentre: string
  readonly credentials: Credentials
  readonly tokens: Tokens
  readonly level: Level
  readonly changes: boolean
  /** Global ID of the enterprise to read. */
  readonly enterprise: string
  /** A trial enterprise at its limit (60009), if there is one. */
  readonly trialEnterprise?: string | undefined
  /** Number of the last earlier effect; later ones are requested from it. */
  readonly effectsBefore?: number | undefined
  /** Channel pair of the given enterprise's customer, if known. */
  readonly channel?: { readonly channelCode: string; readonly channelCustomerId: string } | undefined
}

export interface Effect {
  readonly n: number
  readonly operation: string
  readonly target: string
  readonly from: unknown
  readonly to: unknown
  readonly nonce: string
}

/** What a check receives. */
export interface CheckContext {
  /** Sends the requests under test. */
  readonly caller: Caller
  /** Creates the data that a check needs. */
  readonly world: World
  readonly session: Session
}

/** Data that several checks share, created on first use. */
const makeCommon = async ({ world }: CheckContext) => {
  const own = await world.enterprise()
  const [lock, free, lent, borrowed] = await world.assets(own, [
    {},
    {},
    {},
    { more: { borrowedUsbKey: true } },
  ])
  const [edited, assignee, borrower, leaver] = await world.employees(own, 4)
  if (!lock || !free || !lent || !borrowed || !edited || !assignee || !borrower || !leaver) {
    throw new Error('Not everything was made')
  }
  await world.assign(borrower, [lent.assetNum])
  return { own, lock, free, lent, borrowed, edited, assignee, borrower, leaver }
}
export type Common = Awaited<ReturnType<typeof makeCommon>>

/**
 * One run against one service. Requests under test go through `examined`; preparation goes through `arranging`,
 * which differs only where errors are planted.
 */
export const createSession = (target: Target, examined: Transport, arranging: Transport = examined) => {
  const caller = createCaller(examined, target.tokens, target.level)
  const plain = createCaller(arranging, target.tokens, target.level)
  const world = createWorld(plain)
  let common: Promise<Common> | undefined
  let stranger: Promise<Enterprise> | undefined
  let lastEffect = target.effectsBefore ?? 0
  const others = new Map<string, Promise<string>>()

  const tokenFor = async (key: string): Promise<string> => {
    const { status, json } = await askForToken(target.userCentre, {
      grant_type: 'client_credentials',
      client_id: key,
      client_secret: `${key}-secret`,
    })
    if (status === 200 && typeof json['access_token'] === 'string') return json['access_token']
    throw new NotApplicable(`the user center has no training application “${key}”`)
  }

  const session = {
    target,
    /** Sends requests that are not under test. */
    plain,
    turn: (): CheckContext => ({ caller, world, session }),
    common: (): Promise<Common> => (common ??= makeCommon(session.turn())),
    /** Another enterprise, empty except for data that a check creates. */
    stranger: (): Promise<Enterprise> => (stranger ??= world.enterprise()),
    /** A token of one of the training applications in docs/licensing-service.md. */
    tokenOf: (key: string): Promise<string> => {
      const known = others.get(key) ?? tokenFor(key)
      others.set(key, known)
      return known
    },
    /** The effects of a request by its nonce; needs a service started with `--faults`. */
    effectsOf: async (nonce: string): Promise<Effect[]> => {
      const response = await fetch(`${target.baseUrl}/_training/effects?after=${lastEffect}`)
      if (response.status !== 200) {
        await response.arrayBuffer()
        throw new NotApplicable('no operation returns it, and the service was started without --faults')
      }
      const effects = (await response.json()) as Effect[]
      lastEffect = effects.at(-1)?.n ?? lastEffect
      return effects.filter((effect) => effect.nonce === nonce)
    },
  }
  return session
}
export type Session = ReturnType<typeof createSession>
