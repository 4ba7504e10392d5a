import type { OrderPage } from './read-order-page.ts';

/** Who changed what and when, newest first. */
export function History({ rows }: { rows: OrderPage['history'] }) {
  return (
    <section className="sheet">
      <h2>История изменений</h2>
      <ol className="ohistory">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order, new ones come with a new page
          <li key={rows.length - index}>
            <span className="soft small num nowrap">{row.time}</span>
            <span>
              {row.words ? <b className="b">{row.words}</b> : null}
              {row.words && row.why ? ': ' : ''}
              {row.why}
              <span className="soft small"> ({row.who})</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
