import { FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty } from '../parts/states.tsx';
import { RequestError, send } from '../request.ts';
import { useSession } from '../session/session.ts';

type Compared = paths['/api/admin/payments/compare']['post']['responses'][200]['content']['application/json'];

/** The registry of the payment provider beside what the shop knows. */
export function CompareRegistry() {
  const id = useId();
  const { all_branches: isOfAll } = useSession().me;
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  if (!isOfAll)
    return (
      <div className="panel">
        <Empty title="Сверка общая">В реестре платежи всех филиалов: его сверяет тот, кто работает во всех.</Empty>
      </div>
    );

  async function compare(file: File) {
    const form = new FormData();
    form.set('file', file);
    setName(file.name);
    setBusy(true);
    setProblem(null);
    setCompared(null);
    try {
      setCompared(
        (await (await send('/api/admin/payments/compare', { method: 'POST', body: form })).json()) as Compared,
      );
    } catch (failure) {
      setProblem(failure instanceof RequestError ? failure.message : 'Не получилось. Повторите');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <section className="panel onec-card" aria-label="Реестр платежей">
        <div className="form">
          <p className="soft">
            Реестр платежей из кабинета платёжной системы: CSV или XLSX. Файл не сохраняется, в магазине ничего не
            меняется.
          </p>
          <p>
            <label htmlFor={id} className="btn btn-plain file-button">
              <FileSpreadsheet size={16} aria-hidden="true" />
              {isBusy ? 'Сверяем…' : name || 'Выбрать файл'}
            </label>
            <input
              id={id}
              type="file"
              className="hidden-words"
              accept=".csv,.txt,.xlsx"
              disabled={isBusy}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void compare(file);
                target.value = '';
              }}
            />
          </p>
          <Problem words={problem} />
        </div>
      </section>
      {compared ? <Result compared={compared} /> : null}
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
  const day = (date: string) => date.split('-').reverse().join('.');
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
          ? `Реестр за ${from === to ? day(from) : `${day(from)}–${day(to)}`}.`
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
