import { screens } from '#shared/constants.ts';
import { imageUrl } from '#shared/image-url.ts';

const inBox = (path: string, side: number) => imageUrl(path, { width: side, height: side, fit: 'contain' });

/** What a link to the picture opens. */
export function fullSize(path: string): string {
  return inBox(path, screens.xl);
}

/** S9-09: the enlarged picture fills the window, so the browser picks by its width and density. */
export function enlargedSources(path: string): string {
  return Object.values(screens)
    .map((width) => `${inBox(path, width)} ${width}w`)
    .join(', ');
}

/** What is looked at from near: twice the widest screen, or the original where that is smaller. */
export function closeUp(path: string): string {
  return inBox(path, screens.xxl * 2);
}
