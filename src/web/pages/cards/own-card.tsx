import type { ReactNode } from 'react';
import { loginUrl, personalCardsUrl } from '#shared/urls.ts';
import { CardFace } from '#web/parts/written/written-page.tsx';
import { Link } from '#web/ui/link.tsx';

type OwnCardProps = { kind: 'bonus' | 'idd'; title: string; number: string; children: ReactNode };

/** The visitor's card of this programme: what it holds, and the way to all of it. */
export function OwnCard({ kind, title, number, children }: OwnCardProps) {
  return (
    <section className="panel panel--quiet" aria-labelledby="own-title">
      <h2 id="own-title">Ваша карта</h2>
      <CardFace kind={kind} title={title} number={number} />
      {children}
      <Link className="link" to={personalCardsUrl()}>
        История и карта на экране
      </Link>
    </section>
  );
}

type NoCardProps = {
  face: ReactNode;
  title: string;
  words: string;
  isSigned: boolean;
  button: string;
  /** The page has a button of more weight. */
  isQuiet?: boolean;
};

/** For who has none yet; `button`: what is done in the personal area, which a guest signs in for first. */
export function NoCard({ face, title, words, isSigned, button, isQuiet = false }: NoCardProps) {
  return (
    <section className="panel panel--quiet club__part">
      {face}
      <h2>{title}</h2>
      <p>{words}</p>
      <Link
        className={isQuiet ? 'btn btn--line' : 'btn btn--primary'}
        to={isSigned ? personalCardsUrl() : loginUrl(personalCardsUrl())}
      >
        {button}
      </Link>
    </section>
  );
}
