import { saleModes } from '../sale/modes.ts';
import type { Mode } from './call.ts';
import { catalogModes } from './catalog.ts';
import { getCatalogModes, referenceModes } from './other-types.ts';

/** What 1C may ask for once it has signed in (`mode=checkauth`), by `type` and `mode`. */
export const exchangeTypes: Record<string, Record<string, Mode>> = {
  catalog: catalogModes,
  sale: saleModes,
  reference: referenceModes,
  get_catalog: getCatalogModes,
};
