'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { MenuChoice } from '../ui/menu'
import { SegmentedControl } from '../ui/segmented-control'
import { type Theme, themes } from './theme'
import { useTheme } from './theme-provider'

const looks: Record<Theme, { label: string; Icon: typeof Sun }> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
}

/** Light, dark or as the system has it: as a control of its own, for a settings page. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme()
  return (
    <SegmentedControl
      label="Theme"
      value={theme}
      onValueChange={setTheme}
      className={className}
      options={themes.map((value) => ({ value, label: looks[value].label }))}
    />
  )
}

/** The same inside a menu. */
export function ThemeMenuChoice() {
  const { theme, setTheme } = useTheme()
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      onValueChange={setTheme}
      options={themes.map((value) => {
        const { label, Icon } = looks[value]
        return { value, label, icon: <Icon aria-hidden="true" /> }
      })}
    />
  )
}
