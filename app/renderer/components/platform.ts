/** Whether the keys are named as on macOS. */
export const onMac: boolean = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform ?? '');

const names = new Map<string, readonly [mac: string, other: string]>([
  ['Mod', ['⌘', 'Ctrl']],
  ['Alt', ['⌥', 'Alt']],
  ['Shift', ['⇧', 'Shift']],
  ['Enter', ['↵', '↵']],
  ['ArrowLeft', ['←', '←']],
  ['ArrowRight', ['→', '→']],
  ['ArrowUp', ['↑', '↑']],
  ['ArrowDown', ['↓', '↓']],
]);

/** A shortcut as this computer's keyboard writes it. Takes `Mod+Alt+B`, gives `Ctrl Alt B` or `⌘ ⌥ B`. */
export function shortcutLabel(keys: string): string {
  return keys
    .split('+')
    .map((key) => names.get(key)?.[onMac ? 0 : 1] ?? key)
    .join(' ');
}
