import type { Config } from '../config.ts';

/** A row of the table in `integrations/partners.ts`: what connects a partner, and what it then does for the shop. */
export type PartnerRow<Service> = {
  /** What it cannot do without, in words for staff: settings of the README. */
  needs: string;
  /** Whether the shop has them. */
  isOn(config: Omit<Config, 'MAIN_DOMAIN' | 'isDemonstration'>): boolean;
  /** The secret it signs in with, of which staff are shown how it ends; left out: it has none. */
  key?(config: Config): string | undefined;
  /** null: the shop has not what it needs. */
  open(config: Config): Service | null;
};

/** A partner that staff are shown by its own name. */
export type NamedPartnerRow<Service> = PartnerRow<Service> & { name: string };
