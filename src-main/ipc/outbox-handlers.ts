import type { OutboxCommands } from '#shared/outbox-commands'
import { succeed } from '#shared/outcome'
import type { Outbox } from '../desk/outbox'
import type { CommandHandlers } from './registrar'

export const createOutboxHandlers = (outbox: Outbox): Pick<CommandHandlers, keyof OutboxCommands> => ({
  'outbox/list': () => succeed(outbox.view()),
  'outbox/queue': (asked) => outbox.queue(asked),
  'outbox/withdraw': ({ ids }) => outbox.withdraw(ids),
  'outbox/release': ({ ids }) => outbox.release(ids),
  'outbox/put-away': () => outbox.putAway(),
})
