// For the types of what is shared and of the window. In other programs a name is a text (name.ts).

declare const mark: unique symbol

declare module './name' {
  interface NameMarks {
    /** A symbol is no text: it fits neither a template literal nor a `+`. No value is one. */
    readonly name: symbol & { readonly [mark]: true }
  }
}

export {}
