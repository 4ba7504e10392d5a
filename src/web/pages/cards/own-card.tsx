import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loginUrl, personalCardsUrl } from '#shared/urls.ts';

type OwnCardProps = { number: string; children: ReactNode };

/** The visitor's card of this programme: what it holds, and the way to all of it. */
export function OwnCard({ number, children }: OwnCardProps) {
  return (
    <section className="panel panel--quiet" aria-labelledby="own-title">
      <h2 id="own-title">Ваша карта</h2>
      <p className="soft num">{number}</p>
      {children}
      <Link className="link" to={personalCardsUrl()}>
        История и карта на экране
      </Link>
    </section>
  );
}

type NoCardProps = { title: string; words: string; isSigned: boolean; button: string };

/** For who has none yet; `button`: what is done in the personal area, which a guest signs in for first. */
export function NoCard({ title, words, isSigned, button }: NoCardProps) {
  return (
    <section className="panel panel--quiet">
      <h2>{title}</h2>
      <p>{words}</p>
      <Link className="btn btn--primary" to={isSigned ? personalCardsUrl() : loginUrl(personalCardsUrl())}>
        {button}
      </Link>
    </section>
  );
}
