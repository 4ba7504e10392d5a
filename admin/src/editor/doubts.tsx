import { useMemo } from 'react';
import { type Doubt, doubtsIn } from '#shared/text-lint.ts';
import { useTowns } from './use-towns.ts';

/** What the linter doubts in these words, each of their lines by itself. */
export function Doubts({ words }: { words: readonly unknown[] }) {
  const towns = useTowns();
  const text = words.filter((one) => typeof one === 'string').join('\n');
  const doubts = useMemo(() => text.split('\n').flatMap((line): Doubt[] => doubtsIn(line, towns)), [text, towns]);
  return (
    <ul className="doubts">
      {doubts.map(({ rule, words }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be doubted twice
        <li key={at} className="small">
          <b>{words}</b>
          {` — ${rule}`}
        </li>
      ))}
    </ul>
  );
}
