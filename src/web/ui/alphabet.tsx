import { Link } from './link.tsx';

type Entry = { name: string; url: string };

/** The letter a name stands under; Ё stands with Е, all digits together. */
export function letterOf(name: string): string {
  const letter = name.slice(0, 1).toUpperCase().replace('Ё', 'Е');
  return /\d/.test(letter) ? '0–9' : letter;
}

export function letterId(letter: string): string {
  return `letter-${letter}`;
}

/** Links under their first letters, in Russian order. */
export function Alphabet({ entries }: { entries: Entry[] }) {
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name, 'ru'));
  const letters = new Map<string, Entry[]>();
  for (const entry of sorted) {
    const letter = letterOf(entry.name);
    letters.set(letter, [...(letters.get(letter) ?? []), entry]);
  }
  return (
    <div className="alphabet">
      {[...letters].map(([letter, group]) => (
        <div key={letter}>
          <h3 className="alphabet__letter">{letter}</h3>
          <ul>
            {group.map((entry) => (
              <li key={entry.url}>
                <Link className="link--plain" to={entry.url}>
                  {entry.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
