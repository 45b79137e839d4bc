import { describe, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { ModelMessage } from '../../memory/message'
import type { ModelMessage as ModelMessageSchema } from '../../memory/message-schema'
import type { ScopePattern } from '../../memory/scope'
import type { ScopePattern as ScopePatternSchema } from '../../memory/scope-schema'
import type { Window, WindowInput } from '../../memory/window-config'
import type { Window as WindowSchema } from '../../memory/window-schema'

// The SDK's declarations may hold nothing of zod, so these types are written by hand, and held to the schemas here.
describe('the plain types are those of the schemas', () => {
  it('M2: a message', () => {
    expectTypeOf<ModelMessage>().toEqualTypeOf<z.infer<typeof ModelMessageSchema>>()
  })

  it('W1: a window, and a window as it may be written', () => {
    expectTypeOf<Window>().toExtend<z.output<typeof WindowSchema>>()
    expectTypeOf<z.output<typeof WindowSchema>>().toExtend<Window>()
    expectTypeOf<WindowInput>().toExtend<z.input<typeof WindowSchema>>()
    expectTypeOf<z.input<typeof WindowSchema>>().toExtend<WindowInput>()
    expectTypeOf<FieldsOf<Window>>().toEqualTypeOf<FieldsOf<z.output<typeof WindowSchema>>>()
    expectTypeOf<FieldsOf<WindowInput>>().toEqualTypeOf<FieldsOf<z.input<typeof WindowSchema>>>()
  })

  it('S2: a pattern of scopes', () => {
    expectTypeOf<ScopePattern>().toEqualTypeOf<z.infer<typeof ScopePatternSchema>>()
  })
})

/** A field that one side lacks would not be noticed where it is optional. */
type FieldsOf<T extends { strategy: string }> = { [Key in T['strategy']]: keyof Extract<T, { strategy: Key }> }
