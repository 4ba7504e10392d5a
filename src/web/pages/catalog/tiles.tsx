import type { ReactNode } from 'react';
import type { DeviceType } from '#platform/device.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { categoryUrl } from '#shared/urls.ts';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** So many stand in the first screen of a page that begins with them. */
const firstTiles = 4;
/** Of a department with more children the first are named, and how many others: tiles of nearly one height. */
const mostChildren = 8;

type TilesProps = { tiles: Tile[]; device: DeviceType; isFirst?: boolean };

/**
 * Root categories with their second level and counts; on a phone the second level is folded. `isFirst`: the page begins
 * with them, their first pictures are not waited for.
 */
export function Tiles({ tiles, device, isFirst = false }: TilesProps) {
  return (
    <div className="tiles">
      {tiles.map((tile, index) => (
        <section key={tile.code} className="tile">
          {tile.picture ? (
            <Picture
              path={tile.picture}
              preset="contain"
              width={96}
              height={96}
              alt=""
              priority={isFirst && index < firstTiles}
            />
          ) : (
            <span className="tile__none" />
          )}
          <div>
            <h2 className="tile__name">
              <Link to={categoryUrl(tile.code)}>{tile.name}</Link> <span className="n">{formatCount(tile.count)}</span>
            </h2>
            {device === 'desktop' ? (
              <FirstChildren tile={tile} />
            ) : tile.children.length > 0 ? (
              <>
                <p className="tile__few">{fewNames(tile.children)}</p>
                <details className="tile__fold">
                  <summary>
                    <span className="sr">Разделы: {tile.name}</span>
                    <Icon name="chevron-down" />
                  </summary>
                  <Children list={tile.children} />
                </details>
              </>
            ) : null}
          </div>
        </section>
      ))}
    </div>
  );
}

/** What a folded department holds: as many of its first names as two lines have room for. */
function fewNames(children: Tile['children']): string {
  const names = children.slice(0, 3).map(({ name }, at) => (at === 0 ? name : lowerFirst(name)));
  return unbroken(names.join(', '));
}

function FirstChildren({ tile: { code, name, children } }: { tile: Tile }) {
  if (children.length <= mostChildren) return <Children list={children} />;
  const others = children.length - mostChildren + 1;
  return (
    <Children list={children.slice(0, mostChildren - 1)}>
      <li>
        <Link className="link" to={categoryUrl(code)} aria-label={`${name}: ещё ${countOf(others, ...sections)}`}>
          Ещё {formatCount(others)}
        </Link>
      </li>
    </Children>
  );
}

const sections = ['раздел', 'раздела', 'разделов'] as const;

function Children({ list, children }: { list: Tile['children']; children?: ReactNode }) {
  return (
    <ul>
      {list.map((child) => (
        <li key={child.code}>
          <Link className="link--plain tile__child" to={categoryUrl(child.code)}>
            {child.picture ? <Picture path={child.picture} preset="contain" width={32} height={32} alt="" /> : null}
            <span>
              {unbroken(child.name)}
              {'\u00a0'}
              <span className="n">{formatCount(child.count)}</span>
            </span>
          </Link>
        </li>
      ))}
      {children}
    </ul>
  );
}
