import type { LogoPicture } from '#modules/settings/logo-file.ts';
import { content as area, type Paper } from './paper.ts';

const place = { width: 180, height: 40 } as const;

/** The logo above everything else of a paper; without one the paper begins where it would. */
export function drawLetterhead(paper: Paper, logo: LogoPicture | null) {
  if (!logo) return;
  const { height } = paper.picture(logo, { ...place, x: area.left, y: paper.y });
  paper.gap(height + 12);
}
