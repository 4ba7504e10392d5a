import { unbroken } from '#shared/unbroken.ts';
import { Link } from './link.tsx';

/** The heading of a block and the way to all of it. */
export function BlockHead({ title, more }: { title: string; more: { url: string; words: string } | null }) {
  return (
    <div className="block__head">
      <h2>{unbroken(title)}</h2>
      {more ? (
        <Link className="link" to={more.url}>
          {more.words}
        </Link>
      ) : null}
    </div>
  );
}
