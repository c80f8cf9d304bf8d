/** Each side of the desk has its own copy of the choice between them: the one that is shown takes the focus. */
export const focusShownTab = (): void => {
  for (const tab of document.querySelectorAll<HTMLElement>('.desk-side input:checked'))
    if (tab.checkVisibility()) tab.focus()
}
