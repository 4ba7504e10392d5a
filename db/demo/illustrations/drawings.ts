import type { Form } from './form.ts';
import * as building from './forms/building.ts';
import * as byKind from './forms/by-kind.ts';
import * as christmas from './forms/christmas.ts';
import * as doors from './forms/doors.ts';
import * as electrics from './forms/electrics.ts';
import * as fasteners from './forms/fasteners.ts';
import * as garden from './forms/garden.ts';
import * as handtools from './forms/handtools.ts';
import * as household from './forms/household.ts';
import * as kitchen from './forms/kitchen.ts';
import * as packs from './forms/packs.ts';
import * as plumbing from './forms/plumbing.ts';
import * as powerTools from './forms/power-tools.ts';
import * as profiles from './forms/profiles.ts';
import * as sockets from './forms/sockets.ts';
import * as surfaces from './forms/surfaces.ts';

const { fastenerPack, bracket } = fasteners;

export const forms: Record<string, Form> = {
  fastenerPack,
  bracket,
  ...profiles,
  ...sockets,
  ...byKind,
  ...surfaces,
  ...packs,
  ...building,
  ...doors,
  ...handtools,
  ...powerTools,
  ...electrics,
  ...plumbing,
  ...garden,
  ...kitchen,
  ...household,
  ...christmas,
};
