import { listActing } from '#modules/staff/acting-log.ts';
import { momentWords } from '#shared/until-words.ts';
import { personalOrderUrl, profileUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Кто работал в вашем кабинете — ИДД' }];

const shown = 50;

/** S6-05: every stay of staff in this cabinet: who, when, why, and what was changed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const at = (moment: Date) => momentWords(moment, requestContext.department.time_zone);
  const stays = await listActing(db, { user_id }, shown);
  return {
    stays: stays.map(({ started_at, ended_at, entries, ...stay }) => ({
      ...stay,
      // Both ends of half an hour: the date is said once.
      when: `${at(started_at)} — ${ended_at ? at(ended_at).slice(-5) : 'сейчас'}`,
      entries: entries.map((entry) => ({ at: at(entry.at).slice(-5), what: entry.what })),
    })),
  };
}

export default function ActingHistory({ loaderData }: Route.ComponentProps) {
  const { stays } = loaderData;
  return (
    <section className="sheet">
      <h1>Кто работал в вашем кабинете</h1>
      <p className="soft acthist__lead">
        Иногда сотрудник магазина помогает с заказом и для этого на время входит в кабинет за вас. Пароль, контакты и
        удаление кабинета ему недоступны. Здесь видно, кто, когда и зачем это делал.
      </p>
      {stays.length === 0 ? (
        <p>
          Никто из сотрудников в ваш кабинет не входил.{' '}
          <Link className="link" to={profileUrl()}>
            Вернуться в профиль
          </Link>
        </p>
      ) : (
        <ol className="acthist">
          {stays.map((stay) => (
            <li key={stay.id}>
              <h2 className="num">
                {stay.when}, {stay.staff_name}
              </h2>
              <p className="soft">Причина: {stay.reason}</p>
              <ul className="num">
                {stay.entries.map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows at its end
                  <li key={index}>
                    <span className="soft">{entry.at}</span> {entry.what}
                  </li>
                ))}
              </ul>
              {stay.orders.length > 0 ? (
                <p>
                  Оформлено за вас:{' '}
                  {stay.orders.map((order, index) => (
                    <span key={order.id} className="num">
                      {index > 0 ? ', ' : ''}
                      <Link className="link" to={personalOrderUrl(order.id)}>
                        заказ {order.number}
                      </Link>
                    </span>
                  ))}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
