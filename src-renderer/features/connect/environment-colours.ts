/** One for each number of an environment's colour; far from training's amber and from the red of what went wrong. */
const colours = [
  'light-dark(#2f6bd0, #7fb0ff)',
  'light-dark(#7a4cc9, #bb9dff)',
  'light-dark(#b0358a, #f08fcd)',
  'light-dark(#5c7d1d, #a8cf5f)',
  'light-dark(#86552f, #d6a67d)',
  'light-dark(#50636f, #a9bdcc)',
] as const

/** A platform that only the command line names has no colour of its own. */
export const environmentColour = (colour: number | null): string =>
  colours[(colour ?? colours.length - 1) % colours.length] ?? colours[0]
