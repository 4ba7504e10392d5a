import { categoryUrl } from '#shared/urls.ts';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Alphabet } from '#web/ui/alphabet.tsx';

/** All departments of the catalogue and their children under their first letters. */
export function AlphabetIndex({ tiles }: { tiles: Tile[] }) {
  const names = tiles
    .flatMap((tile) => [tile, ...tile.children])
    .filter((category, index, all) => all.findIndex((other) => other.code === category.code) === index);
  if (names.length === 0) return null;
  return (
    <section className="block">
      <h2>По алфавиту</h2>
      <Alphabet entries={names.map(({ code, name }) => ({ name, url: categoryUrl(code) }))} />
    </section>
  );
}
