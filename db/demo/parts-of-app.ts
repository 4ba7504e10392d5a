import type { AppOptions } from '#src/app.ts';
import { emailSamples } from './emails.ts';

/** What the application of a demonstration shows besides a shop's own: how emails look, pictures drawn on demand. */
export const partsOfApp: Pick<AppOptions, 'emailSamples' | 'findDrawingIn'> = {
  emailSamples,
  // The drawings are read when the first of them is asked for.
  findDrawingIn: (filesDir) => async (path) => (await import('./pictures.ts')).findDrawingIn(filesDir)(path),
};
