/** Brings an element to the middle of the pane that scrolls it; what is around the pane stays, which `scrollIntoView` would move too. */
export function scrollInPane(element: HTMLElement): void {
  for (let pane = element.parentElement; pane; pane = pane.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(pane).overflowY)) continue
    const { top, height } = element.getBoundingClientRect()
    const from = top - pane.getBoundingClientRect().top
    pane.scrollTo({ top: pane.scrollTop + from - Math.max(0, pane.clientHeight - height) / 2 })
    return
  }
}
