'use client'

import { Slider } from '@base-ui/react/slider'
import { type ReactNode, useId } from 'react'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatCount } from '../ui/number-format'
import { type LimitScale, positionOf, SLIDER_STEPS, valueAt } from './limit-scale'

export interface LimitFieldProps {
  label: string
  apiName?: string
  /** Null is no limit; NaN is what is being typed and no number. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  /** With a scale there is a slider too. */
  scale?: LimitScale | undefined
  unit: string
  /** What empty means: "no limit", "nothing". */
  whenEmpty: string
  /** The number that empty comes to, where the slider then stands; at its end unless given. */
  whenAbsent?: number | undefined
  description?: ReactNode
  error?: string | undefined
}

/** A number with its slider: coarse by hand, exact by typing, empty for none. */
export function LimitField(props: LimitFieldProps) {
  const { label, apiName, value, onChange, onBlur, scale, unit, whenEmpty, whenAbsent, description, error } = props
  const isNumber = value !== null && Number.isFinite(value)
  return (
    <Field
      label={label}
      apiName={apiName}
      aside={isNumber ? formatCount(value) : whenEmpty}
      description={description}
      error={error}
    >
      <div className={scale ? 'grid grid-cols-[minmax(0,1fr)_112px] items-center gap-4' : undefined}>
        {scale ? (
          <LimitSlider
            label={label}
            value={value}
            whenEmpty={whenEmpty}
            whenAbsent={whenAbsent}
            onChange={onChange}
            scale={scale}
            unit={unit}
          />
        ) : null}
        <Input
          type="number"
          inputMode="numeric"
          step="any"
          unit={unit}
          value={isNumber ? String(value) : ''}
          onBlur={onBlur}
          onValueChange={(text) => onChange(text.trim() === '' ? null : Number(text))}
        />
      </div>
    </Field>
  )
}

type LimitSliderProps = Pick<LimitFieldProps, 'label' | 'value' | 'onChange' | 'unit' | 'whenEmpty' | 'whenAbsent'> & {
  scale: LimitScale
}

function LimitSlider({ label, value, whenEmpty, whenAbsent, onChange, scale, unit }: LimitSliderProps) {
  const id = useId()
  return (
    <Slider.Root
      id={id}
      min={0}
      max={SLIDER_STEPS}
      value={positionOf(value ?? whenAbsent ?? null, scale)}
      onValueChange={(position) => onChange(valueAt(position, scale))}
      className="min-w-0"
    >
      <Slider.Control className="flex h-6 touch-none items-center pointer-coarse:h-11">
        <Slider.Track className="h-1 w-full rounded-full bg-control">
          <Slider.Indicator className="rounded-full bg-act" />
          <Slider.Thumb
            aria-label={`${label}, slider`}
            getAriaValueText={() => (value === null ? whenEmpty : `${value} ${unit}`)}
            className="size-6 rounded-full border border-control bg-panel shadow-float has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
