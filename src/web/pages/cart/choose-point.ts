import type { MouseEvent } from 'react';

/**
 * A button that chooses a pickup point ticks the point's own radio too, so that the form shows it and every later
 * change sends it. The button itself sends the form: the radios may not listen yet, their part of the page comes last.
 */
export function choosePoint(event: MouseEvent<HTMLButtonElement>, id_1c: string): void {
  const radio = event.currentTarget.form?.querySelector<HTMLInputElement>(`[name="point"][value="${id_1c}"]`);
  if (radio) radio.checked = true;
}
