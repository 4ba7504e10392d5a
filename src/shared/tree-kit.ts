/** How richly a tree is dressed, and what that takes per metre of its height. */
export const treeStyles = {
  light: { name: 'Скромно', balls: 14, garland: 3 },
  usual: { name: 'Как обычно', balls: 20, garland: 5 },
  rich: { name: 'Пышно', balls: 30, garland: 8 },
} as const;
export type TreeStyle = keyof typeof treeStyles;

export const treeHeights = { min: 40, max: 400, usual: 180 } as const;

/** Whole balls and whole metres of garland for a tree of this height in centimetres, both rounded up. */
export function treeNeeds(height_cm: number, style: TreeStyle): { balls: number; garland_m: number } {
  const { balls, garland } = treeStyles[style];
  return { balls: Math.ceil((height_cm * balls) / 100), garland_m: Math.ceil((height_cm * garland) / 100) };
}

/** So many packs of `per_pack` hold at least `needed`, in the product's own step and not below its least count. */
export function packsFor(needed: number, per_pack: number, { step, min }: { step: number; min: number }): number {
  return Math.max(min, Math.ceil(Math.ceil(needed / per_pack) / step) * step);
}

/** A typed height: centimetres, or metres with a comma («1,8»). null: no height of a tree. */
export function readHeight(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const number = Number(text);
  const height = Math.round(number < 5 ? number * 100 : number);
  return height >= treeHeights.min && height <= treeHeights.max ? height : null;
}
