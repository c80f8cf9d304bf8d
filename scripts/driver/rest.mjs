/// <reference lib="dom" />
/* global document, requestAnimationFrame -- these run in the page */

/**
 * Waits until transitions have ended, whose colors have no contrast yet; endless animations are not awaited. Also waits
 * until presses are allowed after a dialog closed: until then no element is hit at any point, and coverage cannot be
 * measured.
 * @param {import('playwright-core').Page} page
 */
export const waitForTransitions = (page) =>
  page.waitForFunction(
    () =>
      document.documentElement.dataset['resting'] === undefined &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ),
  )

/** How long something that turns without end, as a sign of work, may delay a picture. */
const workLimitMs = 2_000

/**
 * Waits until the page shows what it will show: the work that it announces has ended, fonts and pictures are there, and
 * nothing moves.
 * @param {import('playwright-core').Page} page
 */
export async function waitForPicture(page) {
  // A page is drawn in the frame after the change that a step waited for.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  await page
    .waitForFunction(
      () =>
        [...document.images].every(({ complete }) => complete) &&
        document.querySelector('[aria-busy=true]') === null &&
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      undefined,
      { timeout: workLimitMs },
    )
    .catch(() => undefined)
  await waitForTransitions(page)
}
