type Tree = { readonly [key: string]: string | Tree }

/** Every text by its path, such as `desk.input.search`. */
export const textsOf = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  )
