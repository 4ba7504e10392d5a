import type { MouseEvent } from 'react';

/** A button that chooses a pickup point: where a script runs, by the point's own radio, so that the form shows it. */
export function choosePoint(event: MouseEvent<HTMLButtonElement>, id_1c: string): void {
  const radio = event.currentTarget.form?.querySelector<HTMLInputElement>(`[name="point"][value="${id_1c}"]`);
  if (!radio) return;
  event.preventDefault();
  radio.click();
}
