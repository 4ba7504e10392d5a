import type { Company } from '#modules/settings/schema.ts';
import { imageUrl } from '#shared/image-url.ts';

/** The owner's logo: its address, of double density, and the shop's name for who does not see it. */
export type OwnLogo = { src: string; name: string };

/** The owner's logo as pages show it; undefined: none is set. */
export function ownLogo({ logo, name }: Pick<Company, 'logo' | 'name'>): OwnLogo | undefined {
  return logo ? { src: imageUrl(logo, { width: 200 }), name } : undefined;
}
