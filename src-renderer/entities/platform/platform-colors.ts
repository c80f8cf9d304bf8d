/** One per color number of an environment; different from training's amber and from error red. */
const colors = [
  'light-dark(#2f6bd0, #7fb0ff)',
  'light-dark(#7a4cc9, #bb9dff)',
  'light-dark(#b0358a, #f08fcd)',
  'light-dark(#5c7d1d, #a8cf5f)',
  'light-dark(#86552f, #d6a67d)',
  'light-dark(#50636f, #a9bdcc)',
] as const

/** A platform from the command line has no color of its own. */
export const platformColor = (color: number | null): string =>
  colors[(color ?? colors.length - 1) % colors.length] ?? colors[0]
