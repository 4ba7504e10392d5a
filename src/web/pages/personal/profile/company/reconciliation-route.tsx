import { Form } from 'react-router';
import { readReconciliation } from '#modules/documents/reconciliation.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { companyUrl, personalOrderUrl, profileUrl, reconciliationDocumentUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { PersonalHandle } from '../../layout.tsx';
import type { Route } from './+types/reconciliation-route.ts';
import { companyOf, failOf, periodOf } from './reconciliation-period.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Акт сверки — ИДД' }];

export const handle: PersonalHandle = {
  crumbs: () => ({
    here: 'Акт сверки',
    parents: [
      { name: 'Профиль', url: profileUrl() },
      { name: 'Организации', url: companyUrl() },
    ],
  }),
};

/** The shop's books with a firm over a period, for its owners and accountants. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const id = companyOf(params.id);
  const period = periodOf(new URL(request.url).searchParams, requestContext.department.time_zone);
  try {
    const { seller, ...found } = await readReconciliation(db, user_id, id, period);
    return { id, period, problem: null, found, is_ready: seller !== null };
  } catch (error) {
    // A period that is none is said at its form.
    if (error instanceof Refusal && error.code === 'bad_input')
      return { id, period, problem: error.message, found: null, is_ready: false };
    throw failOf(error);
  }
}

type Loaded = Route.ComponentProps['loaderData'];

export default function ReconciliationPage({ loaderData }: Route.ComponentProps) {
  const { id, period, problem, found, is_ready } = loaderData;
  return (
    <section className="sheet">
      <h1>Акт сверки</h1>
      {found ? (
        <p className="soft">
          {found.buyer.name}, <span className="num">ИНН {found.buyer.inn}</span>
        </p>
      ) : null}
      <Form method="get" className="lkperiod" key={`${period.from} ${period.to}`}>
        <Field name="from" label="С даты" type="date" required defaultValue={period.from} />
        <Field name="to" label="По дату" type="date" required defaultValue={period.to} />
        <button type="submit" className="btn btn--line">
          Показать
        </button>
        {found && is_ready ? (
          <a className="btn btn--primary" href={reconciliationDocumentUrl(id, period)} target="_blank" rel="noreferrer">
            <Icon name="file-text" />
            Скачать PDF
          </a>
        ) : null}
      </Form>
      {problem ? (
        <Note kind="err" role="alert">
          {problem}
        </Note>
      ) : null}
      {found ? <Books found={found} /> : null}
      {found && !is_ready ? <p className="soft">PDF появится, когда магазин заполнит свои реквизиты.</p> : null}
    </section>
  );
}

function Books({ found }: { found: NonNullable<Loaded['found']> }) {
  const { opening, rows, debit, credit, closing } = found;
  return (
    <>
      <div className="table-box">
        <table className="recon">
          <thead>
            <tr>
              <th scope="col">Дата</th>
              <th scope="col">Документ</th>
              <th scope="col" className="num">
                Дебет
              </th>
              <th scope="col" className="num">
                Кредит
              </th>
            </tr>
          </thead>
          <tbody>
            <Total words="Сальдо на начало" {...sidesOf(opening)} />
            {rows.map(({ date, words, order_id, debit, credit }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of one order may be alike
              <tr key={index}>
                <td className="num nowrap">{formatDay(date)}</td>
                <td>
                  <Link className="link" to={personalOrderUrl(order_id)}>
                    {unbroken(words)}
                  </Link>
                </td>
                <Sum side="Дебет" kopecks={debit || null} />
                <Sum side="Кредит" kopecks={credit || null} />
              </tr>
            ))}
            <Total words="Обороты за период" debit={debit} credit={credit} />
            <Total words="Сальдо на конец" {...sidesOf(closing)} />
          </tbody>
        </table>
      </div>
      <p className="b recon__end">{balanceWords(closing)}</p>
      <p className="soft small">
        Дебет — что магазин выдал организации и вернул ей деньгами, кредит — что она заплатила и вернула товаром. Заказ
        попадает в акт в день выдачи, а не оформления.
      </p>
    </>
  );
}

function Total({ words, debit, credit }: { words: string; debit: number; credit: number }) {
  return (
    <tr className="recon__total">
      <th scope="row" colSpan={2}>
        {words}
      </th>
      <Sum side="Дебет" kopecks={debit} />
      <Sum side="Кредит" kopecks={credit} />
    </tr>
  );
}

/** On a phone, where rows are stacked, the side stands beside the sum. */
function Sum({ side, kopecks }: { side: string; kopecks: number | null }) {
  return (
    <td className="num nowrap" data-side={side}>
      {kopecks === null ? null : formatPrice(kopecks)}
    </td>
  );
}

function sidesOf(balance: number) {
  return { debit: Math.max(balance, 0), credit: Math.max(-balance, 0) };
}

function balanceWords(closing: number): string {
  if (closing === 0) return 'Задолженности нет.';
  return closing > 0
    ? `Организация должна магазину ${formatPrice(closing)}.`
    : `Магазин должен организации ${formatPrice(-closing)}: предоплата или возврат.`;
}
