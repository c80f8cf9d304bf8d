import type { GuideAnchor } from './guide-anchors'

/** The terms with a help tip; each is also an anchor in the guide. */
export const helpTopics = [
  'shell-number',
  'channel-code',
  'source-order',
  'strict-matching',
  'processing',
  'borrowed-lock',
  'application-keys',
  'user-centre',
  'chunks',
  'journal-head',
] as const satisfies readonly GuideAnchor[]

export type HelpTopic = (typeof helpTopics)[number]
