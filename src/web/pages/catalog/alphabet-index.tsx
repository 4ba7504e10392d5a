import type { DeviceType } from '#platform/device.ts';
import { categoryUrl } from '#shared/urls.ts';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Alphabet } from '#web/ui/alphabet.tsx';
import { Icon } from '#web/ui/icon.tsx';

type AlphabetIndexProps = { tiles: Tile[]; device: DeviceType };

/**
 * All departments of the catalogue and their children under their first letters. On a phone it repeats what stands
 * above in as many lines again, so it is folded there.
 */
export function AlphabetIndex({ tiles, device }: AlphabetIndexProps) {
  const names = tiles
    .flatMap((tile) => [tile, ...tile.children])
    .filter((category, index, all) => all.findIndex((other) => other.code === category.code) === index);
  if (names.length === 0) return null;
  const entries = names.map(({ code, name }) => ({ name, url: categoryUrl(code) }));
  if (device === 'mobile')
    return (
      <details className="block fold">
        <summary>
          <h2 className="fold__h">По алфавиту</h2>
          <Icon name="chevron-down" />
        </summary>
        <Alphabet entries={entries} />
      </details>
    );
  return (
    <section className="block">
      <h2>По алфавиту</h2>
      <Alphabet entries={entries} />
    </section>
  );
}
