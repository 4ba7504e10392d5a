import { categoryUrl } from '#shared/urls.ts';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Alphabet } from '#web/ui/alphabet.tsx';
import { Icon } from '#web/ui/icon.tsx';

/**
 * All departments of the catalogue and their children under their first letters (S2-14). It repeats what stands above
 * in as many lines again, so it is folded.
 */
export function AlphabetIndex({ tiles }: { tiles: Tile[] }) {
  const names = tiles
    .flatMap((tile) => [tile, ...tile.children])
    .filter((category, index, all) => all.findIndex((other) => other.code === category.code) === index);
  if (names.length === 0) return null;
  return (
    <details className="block fold">
      <summary>
        <h2 className="fold__h">Все разделы по алфавиту</h2>
        <Icon name="chevron-down" />
      </summary>
      <Alphabet entries={names.map(({ code, name }) => ({ name, url: categoryUrl(code) }))} />
    </details>
  );
}
