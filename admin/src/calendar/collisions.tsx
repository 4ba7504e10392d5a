import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { PageLink } from '../parts/page-link.tsx';
import { type CalendarAnswer, kinds, recordOf } from './calendar-words.ts';

/** What cannot come true as it is planned, with the records to mend it at. */
export function Collisions({ collisions }: { collisions: CalendarAnswer['collisions'] }) {
  return (
    <section className="panel calendar-collisions" aria-labelledby="collisions">
      <h2 id="collisions">
        Столкновения <b className="num">{collisions.length}</b>
      </h2>
      {collisions.length === 0 ? <p className="soft">В эти дни ничего не сталкивается.</p> : null}
      <ul>
        {collisions.map(({ words, at, things }) => (
          <li key={`${at} ${words}`}>
            <CircleAlert size={16} aria-hidden="true" />
            <div>
              <p>{words}</p>
              <p className="small">
                {things.map((thing, place) => (
                  <Fragment key={`${thing.kind} ${thing.id}`}>
                    {place > 0 ? ' · ' : null}
                    <PageLink to={recordOf(thing)}>
                      {kinds[thing.kind].label}: {thing.title}
                    </PageLink>
                  </Fragment>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
