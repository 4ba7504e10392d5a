import { cookieList } from '#shared/cookie-list.ts';
import { unbroken } from '#shared/unbroken.ts';
import { ScrolledTable } from './scrolled-table.tsx';

const kinds = [
  ['needed', 'Нужны для работы магазина', 'Ставятся только тогда, когда вы делаете то, для чего они нужны.'],
  ['analytics', 'Статистика', 'Ставятся, только если магазин подключил счётчик посещений и вы на него согласились.'],
] as const;

/** All cookies by name, purpose and term: written from the same list as the code is checked against. */
export function CookieTable() {
  return (
    <section className="prose info__cookies" aria-labelledby="cookies">
      <h2 id="cookies">Список cookie</h2>
      {kinds.map(([kind, title, note]) => (
        <div key={kind}>
          <h3>{title}</h3>
          <p className="small soft">{unbroken(note)}</p>
          <ScrolledTable
            label={title}
            columns={['Имя', 'Зачем', 'Срок']}
            rows={cookieList
              .filter((cookie) => cookie.kind === kind)
              .map(({ name, purpose, term }) => ({
                key: name,
                cells: [<code key={name}>{name}</code>, unbroken(purpose), unbroken(term)],
              }))}
          />
        </div>
      ))}
      <p>
        В памяти браузера, которая никуда не передаётся, лежат ещё: последние поисковые запросы, отмеченные строки
        корзины, черновики форм и пометки о закрытых предложениях. Очистить всё это можно в настройках браузера.
      </p>
    </section>
  );
}
