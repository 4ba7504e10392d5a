import { ean13 } from '#shared/barcode.ts';

/** Room before the bars, modules: a scanner finds their beginning by it. */
const quiet = 11;
const height = 40;

/** An EAN-13 that a scanner reads, at the size of its box; other codes are drawn as nothing. */
export function Barcode({ digits, className }: { digits: string; className: string }) {
  const modules = ean13(digits);
  if (!modules) return null;
  const bars = [...modules.matchAll(/1+/g)].map(
    (run) => `M${quiet + run.index} 0h${run[0].length}v${height}h-${run[0].length}z`,
  );
  const width = modules.length + quiet * 2;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Штрихкод ${digits}`}
      shapeRendering="crispEdges"
    >
      <path d={bars.join('')} fill="#000" />
    </svg>
  );
}
