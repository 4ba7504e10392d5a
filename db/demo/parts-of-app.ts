import type { AppOptions } from '#src/app.ts';
import { emailSamples } from './emails.ts';

/** How emails look, which every shop shows its staff; and pictures drawn on demand, of a demonstration alone. */
export const partsOfApp: Pick<AppOptions, 'emailSamples' | 'findDrawingIn'> = {
  emailSamples,
  // The drawings are read when the first of them is asked for.
  findDrawingIn: (filesDir) => async (path) => (await import('./pictures.ts')).findDrawingIn(filesDir)(path),
};
