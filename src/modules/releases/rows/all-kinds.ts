import type { KindOfRow, ReleaseKind } from '../kinds.ts';
import { actionKind, couponKind, layoutKind, menuKind, slideKind, wobblerKind } from './dated-kinds.ts';
import { articleKind, landingKind, pageKind, planKind } from './edition-kinds.ts';

export const allKinds: Record<ReleaseKind, KindOfRow> = {
  coupons: couponKind,
  landings: landingKind,
  actions: actionKind,
  layouts: layoutKind,
  menu: menuKind,
  slides: slideKind,
  wobblers: wobblerKind,
  articles: articleKind,
  pages: pageKind,
  plans: planKind,
};
