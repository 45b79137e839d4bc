'use client'

import { createContext, useContext } from 'react'
import type { ModelMessage } from '@/memory/message'
import { searchableText } from '@/memory/searchable-text'
import type { AnsweredCall } from './arrange-messages'
import { holdsPieces } from './found-marks'

/** What find stands on: given to the one message that holds it, so that what is folded there opens. */
export interface Found {
  readonly seq: number
  readonly pieces: readonly string[]
}

export const FoundContext = createContext<Found | null>(null)

/** What was found in the message around; null in all others. */
export function useFound(): Found | null {
  return useContext(FoundContext)
}

/** Whether a call, or what came back for it, holds what was found. */
export function isFoundIn({ call, result }: AnsweredCall, found: Found | null): boolean {
  if (found === null) return false
  if (result?.seq === found.seq) return true
  const alone: ModelMessage = { role: 'assistant', content: null, toolCalls: [call] }
  return holdsPieces(searchableText(alone), found.pieces)
}
