import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount, shownPartOf } from '#shared/unit-words.ts';
import type { ActShown } from './read-acts.ts';

/** What was given out, the same for the recipient and for the desk. `photoUrl` leads to a line's photograph. */
export function ActList({
  acts,
  photoUrl,
}: {
  acts: ActShown[];
  photoUrl: (act_id: string, position: number) => string;
}) {
  return acts.map((act, index) => (
    <section className="sheet act" key={act.id}>
      <h2>{acts.length > 1 ? `Акт выдачи ${index + 1}` : 'Акт выдачи'}</h2>
      <p className="soft num">
        {act.time}. Выдал: {act.staff_name}. Получил: {act.recipient_name}, {act.proof}.
      </p>
      <ul className="act__lines">
        {act.lines.map((line) => (
          <li key={line.position}>
            <span>
              {unbroken(line.name)}
              {line.problem ? (
                <span className="act__problem">
                  {line.problem}: {shownAmount(line.expected - line.given, line.shown_unit)}
                  {line.note ? `, ${line.note}` : ''}
                </span>
              ) : null}
              {line.has_photo ? (
                <a className="link" href={photoUrl(act.id, line.position)} target="_blank" rel="noreferrer">
                  Фотография
                </a>
              ) : null}
            </span>
            <b className="b num nowrap">
              {line.given === line.expected
                ? shownAmount(line.given, line.shown_unit)
                : shownPartOf(line.given, line.expected, line.shown_unit)}
            </b>
          </li>
        ))}
      </ul>
      {act.taken_kopecks > 0 ? <p>Принято {formatPrice(act.taken_kopecks)}.</p> : null}
      {act.note ? <p>{act.note}</p> : null}
      {act.rest_words === null ? null : <p className="soft">{act.rest_words}</p>}
    </section>
  ));
}
