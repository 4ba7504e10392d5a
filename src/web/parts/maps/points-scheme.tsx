import { useId } from 'react';
import { distanceWords } from '#shared/distance.ts';
import type { DrawnOutline, OutlineKind } from '#shared/outline-kinds.ts';
import { labelsOf, layOut, ringsOf, type SchemeLabel, type SchemeRing, schemeSize } from '#shared/points-scheme.ts';
import type { MapPoint } from './draw-map.ts';

type PointsSchemeProps = {
  points: MapPoint[];
  label: string;
  /** Circles of distance stand around the first point, instead of a grid that says nothing. */
  isAroundFirst: boolean;
  /** What lies around, drawn for these points in this order (`modules/departments/draw-outline.ts`). */
  outline: DrawnOutline | null;
};

/**
 * How points lie to each other, drawn by the shop itself from their coordinates: north above, a length to compare with,
 * numbers of the list beside it. Nothing is asked of anybody, and no script is needed. A single point is no scheme.
 */
export function PointsScheme({ points, label, isAroundFirst, outline }: PointsSchemeProps) {
  const scheme = layOut(points);
  if (!scheme) return null;
  const { width, height } = schemeSize;
  const { marks, scale } = scheme;
  const labels = labelsOf(
    marks,
    points.map(({ name, street = name }) => street),
  );
  const [centre] = marks;
  return (
    <>
      <section className={`pmap pmap--scheme${outline ? ' pmap--outlined' : ''}`} aria-label={`${label}: схема`}>
        <svg viewBox={`0 0 ${width} ${height}`}>
          <title>Как расположены пункты</title>
          {outline ? <Outline outline={outline} /> : null}
          {isAroundFirst && centre ? (
            <Rings rings={ringsOf(marks, labels, scale)} x={centre.x} y={centre.y} />
          ) : outline ? null : (
            <g className="pmap__grid">
              {[1, 2, 3].map((at) => (
                <path key={at} d={`M${(width / 4) * at} 0V${height}M0 ${(height / 4) * at}H${width}`} />
              ))}
            </g>
          )}
          <g className="pmap__scale">
            {isAroundFirst ? null : (
              <>
                <path d={`M20 ${height - 20}v-6m0 6h${scale.length}m0 0v-6`} />
                <text x={20 + scale.length / 2} y={height - 30} textAnchor="middle">
                  {distanceWords(scale.metres)}
                </text>
              </>
            )}
            <path d={`M${width - 28} 44V18m-6 8 6-9 6 9`} />
            <text x={width - 28} y="60" textAnchor="middle">
              С
            </text>
          </g>
          {/* Not within the links: their names are the whole addresses. */}
          {labels.map((label) => (label ? <Street key={`${label.x} ${label.y}`} label={label} /> : null))}
          {marks.map(({ id, x, y }, at) => (
            <a key={id} href={points[at]?.href} aria-label={`${at + 1}. ${points[at]?.name}`}>
              <title>{points[at]?.name}</title>
              <circle className="pmap__hit" cx={x} cy={y} r="22" />
              <circle cx={x} cy={y} r="15" />
              <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
                {at + 1}
              </text>
            </a>
          ))}
        </svg>
      </section>
      {outline ? <p className="small soft pmap__source">{outline.source}</p> : null}
    </>
  );
}

/**
 * Some are drawn twice, a narrower line in a wider one: all edges of roads below all roads, so that these meet. Strokes
 * of areas round off what an outline has straight.
 */
const strokes: [kind: OutlineKind, part: 'edge' | 'line', width: number][] = [
  ['park', 'line', 12],
  ['water_area', 'line', 8],
  ['water', 'line', 10],
  ['railway', 'edge', 4],
  ['railway', 'line', 2],
  ['street', 'edge', 6],
  ['highway', 'edge', 9],
  ['street', 'line', 4],
  ['highway', 'line', 6.5],
];
const rails = { strokeLinecap: 'butt', strokeDasharray: '7 7' } as const;

/** Waters, rails and roads with their names: a picture behind the points, nothing that is read aloud. */
function Outline({ outline: { paths, names } }: { outline: DrawnOutline }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <g className="pmap__outline" fill="none" strokeLinejoin="round" strokeLinecap="round" aria-hidden="true">
      <defs>
        {paths.map(({ kind, d }) => (
          <path key={kind} id={`${id}${kind}`} d={d} />
        ))}
      </defs>
      {strokes.map(([kind, part, width]) =>
        paths.some((path) => path.kind === kind) ? (
          <use
            key={`${kind} ${part}`}
            href={`#${id}${kind}`}
            className={`pmap__${part}--${kind}`}
            strokeWidth={width}
            {...(kind === 'railway' && part === 'line' && rails)}
          />
        ) : null,
      )}
      {names.map(({ kind, words, x, y, turn }) => (
        <text
          key={`${x} ${y}`}
          className={`pmap__name pmap__name--${kind}`}
          transform={`translate(${x} ${y})${turn === 0 ? '' : `rotate(${turn})`}`}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {words}
        </text>
      ))}
    </g>
  );
}

/** The widest first: each lies on the one before. */
function Rings({ rings, x, y }: { rings: SchemeRing[]; x: number; y: number }) {
  return (
    <g className="pmap__rings">
      {rings.toReversed().map(({ metres, radius }) => (
        <circle key={metres} cx={x} cy={y} r={radius} />
      ))}
      {rings.map(({ metres, label }) =>
        label ? (
          <text key={metres} x={label.x} y={label.y} textAnchor="middle" dominantBaseline="central">
            {distanceWords(metres)}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Street({ label }: { label: SchemeLabel }) {
  return (
    <text className="pmap__street" x={label.x} y={label.y} textAnchor={label.anchor} dominantBaseline="central">
      {label.words}
    </text>
  );
}
