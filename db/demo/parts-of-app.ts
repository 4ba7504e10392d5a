import type { AppOptions } from '#src/app.ts';
import { emailSamples } from './emails.ts';
import { isDemoThere, planDemoRemoval, removeDemo } from './remove.ts';
import { removeDemoFiles } from './remove-files.ts';

/**
 * How emails look, which every shop shows its staff, and how the demonstration is taken out of it; and pictures drawn
 * on demand, of a demonstration alone.
 */
export const partsOfApp = {
  emailSamples,
  demonstration: {
    isThere: isDemoThere,
    plan: planDemoRemoval,
    remove: removeDemo,
    removeFiles: removeDemoFiles,
  },
  // The drawings are read when the first of them is asked for.
  findDrawingIn: (filesDir) => async (path) => (await import('./pictures.ts')).findDrawingIn(filesDir)(path),
} satisfies Partial<AppOptions>;
