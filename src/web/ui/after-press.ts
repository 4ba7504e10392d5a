let isPressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(end, () => (isPressed = false), { capture: true, passive: true });
  }
}

/**
 * Runs at once, or when the finger is lifted. A field left by pressing something else must not move that thing away
 * from under the finger: its message would push the page down and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) run();
  else window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}
