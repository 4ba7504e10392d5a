import { formatPrice } from '#shared/money.ts';

type OffRowProps = {
  name: string;
  /** Kopecks; nothing is shown where nothing is taken off. */
  off: number;
  isSoft?: boolean;
};

/** A row of a sum that takes something off: a coupon, bonuses. */
export function OffRow({ name, off, isSoft = false }: OffRowProps) {
  if (off <= 0) return null;
  return (
    <div className="sumrow">
      <span className={isSoft ? 'soft' : undefined}>{name}</span>
      <span className="sumrow__off nowrap">−{formatPrice(off)}</span>
    </div>
  );
}
