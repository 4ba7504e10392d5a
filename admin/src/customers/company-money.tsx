import { FileText } from 'lucide-react';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import { Listed } from './customer-requests.tsx';
import type { CompanyMoney } from './customer-types.ts';

/** What the firm owes, its invoices that wait for money, its papers. */
export function CompanyMoneyTab({ id }: { id: number }) {
  const { data, error, refetch } = useGot<CompanyMoney>(`/api/admin/companies/${id}/money`);
  const canReadPapers = useCan('documents.read');
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />}
      </div>
    );
  return (
    <div className="customer-panels">
      <Debt money={data} />
      <Listed title="Счета без оплаты" empty="Все счета оплачены.">
        {data.unpaid.map((invoice) => (
          <li key={invoice.order_id}>
            <span className="list-head">
              <PageLink to={`/orders/${invoice.order_id}`} className="num strong">
                Заказ {invoice.number}
              </PageLink>
              <b className="num">{formatPrice(invoice.total)}</b>
              {invoice.is_overdue ? <Tag tone="bad">просрочен</Tag> : null}
            </span>
            <span className="soft">
              оформлен {formatDate(invoice.created_at)}
              {invoice.due_at ? `, оплатить до ${formatDate(invoice.due_at)}` : ''}
            </span>
          </li>
        ))}
      </Listed>
      {canReadPapers ? (
        <Listed title="Документы" empty="Документов ещё не выписывали.">
          {data.documents.map((paper) => (
            <li key={`${paper.order_id} ${paper.file}`}>
              <span className="list-head">
                <FileText size={16} aria-hidden="true" />
                <a
                  className="strong"
                  href={`/api/admin/orders/${paper.order_id}/documents/${paper.file}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {paper.words}
                  {paper.revision > 1 ? `, редакция ${paper.revision}` : ''}
                </a>
                <b className="num">{formatPrice(paper.total)}</b>
              </span>
              <span className="soft">
                заказ {paper.order_number}, выписан {formatDate(paper.issued_at)}
              </span>
            </li>
          ))}
        </Listed>
      ) : null}
    </div>
  );
}

function Debt({ money: { balance, limit } }: { money: CompanyMoney }) {
  const isOver = balance !== null && limit !== null && balance > limit;
  return (
    <section className="panel" aria-labelledby="firm-debt">
      <div className="panel-head">
        <h2 id="firm-debt">Долг</h2>
        {isOver ? <Tag tone="bad">больше лимита</Tag> : null}
      </div>
      {balance === null ? (
        <p className="soft customer-empty">Долг считают по всем филиалам сразу: выберите «Все филиалы».</p>
      ) : (
        <dl className="card-facts">
          <div>
            <dt>{balance < 0 ? 'Магазин должен фирме' : 'Фирма должна'}</dt>
            <dd>
              <b className="num">{formatPrice(Math.abs(balance))}</b>
            </dd>
          </div>
          <div>
            <dt>Кредитный лимит</dt>
            <dd className="num">{limit === null ? 'не задан' : formatPrice(limit)}</dd>
          </div>
          {limit === null ? null : (
            <div>
              <dt>Осталось</dt>
              <dd className="num">{formatPrice(Math.max(0, limit - Math.max(0, balance)))}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}
