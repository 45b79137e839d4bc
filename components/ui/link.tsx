'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link within the desk. The page it leads to is asked for when the pointer or the focus comes to it, not when it comes into
 * sight: a screen has dozens of links, and their pages would be made before its own data.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isNear, setIsNear] = useState(false)
  return (
    <NextLink
      {...rest}
      // Null is the framework's own choice, which is to fetch what is in sight.
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setIsNear(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setIsNear(true)
        onFocus?.(event)
      }}
    />
  )
}
