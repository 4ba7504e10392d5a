import type { Company } from '#modules/settings/schema.ts';
import { imageUrl } from '#shared/image-url.ts';
import drawing from '../../images/logo.svg?url';

/** The logo that stands on pages, and what it says to whoever does not see it. */
export type ShopLogo = { src: string; name: string };

/** The shape of the drawing, white around: whatever shape the logo has, nothing moves on the page. */
const box = { width: 200, height: 72, fit: 'contain', background: 'ffffff' } as const;

/** The owner's logo under the shop's name, of double density, or the drawing. */
export function shopLogo({ logo, name }: Pick<Company, 'logo' | 'name'>): ShopLogo {
  return logo ? { src: imageUrl(logo, box), name } : { src: drawing, name: 'ИДД' };
}
