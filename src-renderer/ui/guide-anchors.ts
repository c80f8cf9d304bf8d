/**
 * The places in the guide that other pages open. A test holds them against the guide in both languages; the guide
 * itself has more.
 */
export const guideAnchors = [
  'first-lock',
  'shell-number',
  'borrowed-lock',
  'pile',
  'list',
  'unknown',
  'channel-code',
  'source-order',
  'strict-matching',
  'processing',
  'permissions',
  'unknown-model',
  'connect',
  'application-keys',
  'user-centre',
  'certificates',
  'vault',
  'enterprises',
  'chunks',
  'journal-care',
  'journal-head',
  'diagnose',
] as const

export type GuideAnchor = (typeof guideAnchors)[number]
