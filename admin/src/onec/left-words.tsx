import { countOf } from '#shared/plurals.ts';

type Props = { left: number; words: readonly string[] };

/** What a rollback leaves as it was, as far as it is named to this person. */
export function LeftWords({ left, words }: Props) {
  const more = left - words.length;
  return (
    <>
      <ul className="plain-list rollback-left">
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="note">
          Ещё {countOf(more, 'запись не названа', 'записи не названы', 'записей не названо')}: список не длиннее
          200&nbsp;строк, а цены и остатки в нём&nbsp;— только ваших филиалов.
        </p>
      ) : null}
    </>
  );
}
