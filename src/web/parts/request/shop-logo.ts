import type { Company } from '#modules/settings/schema.ts';
import type { DeviceType } from '#platform/device.ts';
import { imageUrl } from '#shared/image-url.ts';
import drawing from '../../images/logo.svg?url';

/** The logo that stands on pages as a link, and what it says to whoever does not see it: whose, and where to. */
export type ShopLogo = { src: string; alt: string; width: number; height: number };

/** The shape of the drawing, white around: whatever shape the logo has, nothing moves on the page. */
const box = { width: 200, height: 72, fit: 'contain', background: 'ffffff' } as const;

/** Whole properties of the picture, so that the script of every page need not spell them. */
const places = { desktop: { width: 100, height: 36 }, mobile: { width: 80, height: 29 } };

/** The owner's logo under the shop's name, of double density, or the drawing. */
export function shopLogo({ logo, name }: Pick<Company, 'logo' | 'name'>, device: DeviceType): ShopLogo {
  const own = logo
    ? { src: imageUrl(logo, box), alt: `${name}, на главную` }
    : { src: drawing, alt: 'ИДД, на главную' };
  return { ...own, ...(device === 'mobile' ? places.mobile : places.desktop) };
}
