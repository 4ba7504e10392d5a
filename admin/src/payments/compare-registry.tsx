import { formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty } from '../parts/states.tsx';
import { TableFile, useSentFile } from '../parts/table-file.tsx';
import { useSession } from '../session/session.ts';

type Compared = paths['/api/admin/payments/compare']['post']['responses'][200]['content']['application/json'];

/** The registry of the payment provider beside what the shop knows. */
export function CompareRegistry() {
  const { all_branches: isOfAll } = useSession().me;
  const { sent, problem, isBusy, choose } = useSentFile<Compared>('/api/admin/payments/compare');
  if (!isOfAll)
    return (
      <div className="panel">
        <Empty title="Сверка общая">В реестре платежи всех филиалов: его сверяет тот, кто работает во всех.</Empty>
      </div>
    );

  return (
    <>
      <section className="panel onec-card" aria-label="Реестр платежей">
        <div className="form">
          <p className="soft">
            Реестр платежей из кабинета платёжной системы: CSV или XLSX. Файл не сохраняется, в магазине ничего не
            меняется.
          </p>
          <TableFile name={sent?.file.name ?? null} accept=".csv,.txt,.xlsx" isBusy={isBusy} onFile={choose} />
          <Problem words={problem} />
        </div>
      </section>
      {sent ? <Result compared={sent.answer} /> : null}
    </>
  );
}

function Result({ compared }: { compared: Compared }) {
  const {
    columns,
    from,
    to,
    payments,
    paid,
    refunds,
    refunded,
    differences,
    differences_more: more,
    unread,
  } = compared;
  return (
    <section className="panel onec-card" aria-label="Что сошлось" role="status">
      <h2>{differences.length === 0 ? 'Всё сошлось' : `Не сошлось: ${formatCount(differences.length + more)}`}</h2>
      <p>
        Сошлись {countOf(payments, 'платёж', 'платежа', 'платежей')} на {formatPrice(paid)} и{' '}
        {countOf(refunds, 'возврат', 'возврата', 'возвратов')} на {formatPrice(refunded)}.
      </p>
      <p className="soft small">
        Номера взяты из столбца «{columns.id}», суммы из «{columns.amount}»
        {columns.day ? `, дни из «${columns.day}»` : ''}.{' '}
        {from && to
          ? `Реестр за ${from === to ? formatDay(from) : `${formatDay(from)}–${formatDay(to)}`}.`
          : 'Дней в файле нет: платежи, которых в нём не хватает, не найти.'}
        {unread > 0 ? ` Строк без номера или суммы: ${unread}.` : ''}
      </p>
      {differences.length > 0 ? (
        <ul className="papers">
          {differences.map(({ provider_id: id, order_id: order, number, words }) => (
            <li key={`${id} ${words}`}>
              <b>{words}</b>
              <span className="soft small">{id}</span>
              {order ? <PageLink to={`/orders/${order}`}>Заказ {number}</PageLink> : null}
            </li>
          ))}
          {more > 0 ? <li>и ещё {formatCount(more)}</li> : null}
        </ul>
      ) : null}
    </section>
  );
}
