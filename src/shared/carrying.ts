import { formatPrice } from './money.ts';
import { formatWeight } from './plurals.ts';

/** What movers do with delivered goods: put them down at the entrance, or bring them up, unloading included. */
export const carryingKinds = ['unloading', 'lift', 'stairs'] as const;
export type CarryingKind = (typeof carryingKinds)[number];

/** `floor`: null for unloading alone. */
export type Carrying = { kind: CarryingKind; floor: number | null };

/** A row of a branch's tariff: kopecks for each begun step of weight, by stairs also for each floor, the first too. */
export type CarryingRate = { kind: CarryingKind; step_grams: number; price_kopecks: number; min_kopecks: number };

/** As it is offered. */
export const carryingOffers: Record<CarryingKind, string> = {
  unloading: 'Разгрузить у подъезда',
  lift: 'Поднять на лифте',
  stairs: 'Поднять по лестнице',
};

/** As a line of an order or a paper: «Разгрузка и подъём по лестнице, этаж 5». */
export function carryingWords({ kind, floor }: Carrying): string {
  switch (kind) {
    case 'unloading':
      return 'Разгрузка';
    case 'lift':
      return `Разгрузка и подъём на лифте, этаж\u00a0${floor}`;
    case 'stairs':
      return `Разгрузка и подъём по лестнице, этаж\u00a0${floor}`;
  }
}

/** «18 ₽ за каждые 50 кг на каждый этаж, не меньше 300 ₽»; the first floor counts as one. */
export function tariffWords({ kind, step_grams, price_kopecks, min_kopecks }: CarryingRate): string {
  const each = `${formatPrice(price_kopecks)} за каждые ${formatWeight(step_grams)}`;
  const floors = kind === 'stairs' ? ' на\u00a0каждый этаж' : '';
  return `${each}${floors}${min_kopecks > price_kopecks ? `, не\u00a0меньше ${formatPrice(min_kopecks)}` : ''}`;
}

/** Kopecks for goods of this weight; `floor` counts by stairs alone, without one it is the price of the first. */
export function carryingPrice(rate: CarryingRate, weight_grams: number, floor: number | null): number {
  const steps = Math.ceil(weight_grams / rate.step_grams);
  const floors = rate.kind === 'stairs' ? (floor ?? 1) : 1;
  return Math.max(rate.min_kopecks, steps * rate.price_kopecks * floors);
}
