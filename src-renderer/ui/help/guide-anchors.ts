/**
 * The guide anchors that other pages link to. A test checks that they exist in the guide in both languages; the
 * guide has more anchors.
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
  'file-names',
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
  'log-elsewhere',
  'diagnose',
] as const

export type GuideAnchor = (typeof guideAnchors)[number]
