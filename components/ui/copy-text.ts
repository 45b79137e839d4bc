/** Puts text on the clipboard; false where the browser refuses (then the reader can still select it). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

// The clipboard interface is missing on plain http from another machine, where Loci is often run.
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  const focused = document.activeElement
  const home = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  home.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
