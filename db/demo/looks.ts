import { building } from './looks/building.ts';
import { home } from './looks/home.ts';
import type { Look } from './looks/look.ts';
import { mixesAndPaints } from './looks/mixes-and-paints.ts';
import { toolsAndTechnics } from './looks/tools-and-technics.ts';

const looks: Record<string, Look> = { ...mixesAndPaints, ...building, ...toolsAndTechnics, ...home };

export function lookOf(category: string): Look {
  const look = looks[category];
  if (!look) throw new Error(`Нет картинок для категории ${category}`);
  return look;
}
