'use client'

import { type RefObject, useEffect } from 'react'
import { foundPlaces, isFoundRow } from './found-marks'
import type { MessageStore } from './message-store'

/** The name in `::highlight()`. */
const NAME = 'found'

export interface FoundMarksOptions {
  scroller: RefObject<HTMLElement | null>
  store: MessageStore
  pieces: readonly string[]
}

/**
 * Marks what is looked for in the messages on the page that hold all of it. By ranges and not by elements: what React made
 * stays as it is, across bold words, links and code. A browser without them shows the message that was found, and no marks
 * in it.
 */
export function useFoundMarks({ scroller, store, pieces }: FoundMarksOptions): void {
  useEffect(() => {
    const root = scroller.current
    if (!root || pieces.length === 0 || typeof Highlight === 'undefined') return
    let frame = 0
    const mark = () => {
      frame = 0
      const ranges = [...root.querySelectorAll<HTMLElement>('[data-seq]')].flatMap((article) => {
        const said = article.querySelector('.message-said')
        const row = store.getSnapshot().rows.get(Number(article.dataset.seq))
        return said && isFoundRow(row, pieces) ? rangesIn(said, pieces) : []
      })
      CSS.highlights.set(NAME, new Highlight(...ranges))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(mark)
    }
    const observer = new MutationObserver(soon)
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(NAME)
    }
  }, [scroller, store, pieces])
}

function rangesIn(element: Element, pieces: readonly string[]): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: { node: Node; start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  return foundPlaces(text, pieces).flatMap(([start, end]) => {
    const from = nodeAt(nodes, start)
    const to = nodeAt(nodes, end - 1)
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(from.node, start - from.start)
    range.setEnd(to.node, end - to.start)
    return [range]
  })
}

/** The text node that holds a place of the whole text. */
function nodeAt(nodes: readonly { node: Node; start: number }[], place: number) {
  return nodes.findLast(({ start, node }) => start <= place && (node.nodeValue?.length ?? 0) > 0)
}
