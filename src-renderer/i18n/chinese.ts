import { desk } from './zh/desk'
import { frame } from './zh/frame'
import { journal } from './zh/journal'
import { settings } from './zh/settings'
import { words } from './zh/words'
import type { Messages } from './messages'

export const zh: Messages = { frame, words, desk, journal, settings }
