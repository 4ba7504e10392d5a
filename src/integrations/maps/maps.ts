import type { AllowedSources } from '#platform/security.ts';
import type { NamedPartnerRow } from '../partner-row.ts';
import type { Processor } from '../processor.ts';

/** Whoever draws maps in the browser. `web/parts/maps/draw-map.ts` chooses what its script is used through. */
export type MapService = {
  /** Left out: the browser asks nobody else. */
  processor?: Processor;
  /** Address of its script, with the shop's key. */
  script: string;
  /** What pages must allow for it. */
  sources: AllowedSources;
};

/** Without one pages show addresses and links. */
export type MapPartner = NamedPartnerRow<MapService>;
