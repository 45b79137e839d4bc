'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from './button'
import { copyText } from './copy-text'
import { IconButton } from './icon-button'

export interface CopyButtonProps extends ButtonLook {
  /** What is copied, or what makes it when asked. */
  text: string | (() => string)
  /** The name: "Copy id". */
  label?: string
  /** Shows the label beside the icon. */
  isLabelShown?: boolean
  className?: string
}

/** Copies and says so, to eyes and screen readers. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copy', isLabelShown = false, variant = 'bare', size, className } = props
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    const isCopied = await copyText(typeof text === 'string' ? text : text())
    setState(isCopied ? 'copied' : 'refused')
  }
  const icon = state === 'copied' ? <Check aria-hidden="true" className="text-good" /> : <Copy aria-hidden="true" />
  const said = { idle: '', copied: 'Copied', refused: 'The browser refused; select the text and copy it' }[state]
  return (
    <>
      {isLabelShown ? (
        <Button variant={variant} size={size} icon={icon} onClick={copy} className={className}>
          {state === 'copied' ? 'Copied' : label}
        </Button>
      ) : (
        <IconButton
          label={said || label}
          icon={icon}
          variant={variant}
          size={size}
          onClick={copy}
          className={className}
        />
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
