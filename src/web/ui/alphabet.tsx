import { Link } from 'react-router';
import { formatCount } from '#shared/plurals.ts';

type Entry = { name: string; url: string; count?: number };

type AlphabetProps = {
  entries: Entry[];
  heading: 'h2' | 'h3';
};

/** The letter a name stands under; Ё stands with Е, all digits together. */
export function letterOf(name: string): string {
  const letter = name.slice(0, 1).toUpperCase().replace('Ё', 'Е');
  return /\d/.test(letter) ? '0–9' : letter;
}

export function letterId(letter: string): string {
  return `letter-${letter}`;
}

/** Links under their first letters, in Russian order. */
export function Alphabet({ entries, heading: Heading }: AlphabetProps) {
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
          <Heading className="alphabet__letter">{letter}</Heading>
          <ul>
            {group.map((entry) => (
              <li key={entry.url}>
                <Link className="link--plain" to={entry.url}>
                  {entry.name}
                </Link>
                {entry.count === undefined ? null : <span className="n"> {formatCount(entry.count)}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
