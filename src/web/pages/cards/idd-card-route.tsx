import { Link } from 'react-router';
import { cardsOf } from '#modules/loyalty/cards.ts';
import { listProgrammes, type Programme } from '#modules/loyalty/programmes.ts';
import { formatCardNumber } from '#modules/loyalty/schema.ts';
import { ensure } from '#shared/ensure.ts';
import { bonusCardUrl, loginUrl, personalCardsUrl } from '#shared/urls.ts';
import { bonusesOf, ladderOf, termWords } from '#web/parts/loyalty/card-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { RulesTable, WrittenPage } from '#web/parts/written/written-page.tsx';
import type { Route } from './+types/idd-card-route.ts';
import { CardCheck } from './card-check.tsx';
import { checkCard } from './check-card.server.ts';

/** S2-16: the shop's own card: its ladder of discounts from rows, and how it differs from the bonus card. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const [page, programmes, cards] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'idd-card', name: 'Карта ИДД' }),
    listProgrammes(db),
    requestContext.account ? cardsOf(db, requestContext.account.user_id) : [],
  ]);
  const idd = programmes.find(({ kind }) => kind === 'idd');
  const bonus = programmes.find(({ kind }) => kind === 'bonus');
  const own = cards.find(({ kind }) => kind === 'idd');
  return {
    page,
    ladder: idd ? ladderOf(idd) : [],
    period: idd ? termWords(idd.counting_days) : '',
    comparison: idd && bonus ? compare(idd, bonus) : [],
    is_signed: requestContext.account !== null,
    own: own ? { number: formatCardNumber(own.number), ...bonusesOf(own, requestContext.department.time_zone) } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return checkCard(context.get(shop), request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function IddCard({ loaderData, actionData }: Route.ComponentProps) {
  const { page, ladder, period, comparison, own, is_signed } = loaderData;
  if (ladder.length === 0) return <WrittenPage page={page} aside={null} />;
  return (
    <WrittenPage
      page={page}
      aside={
        <>
          <OwnCard own={own} is_signed={is_signed} />
          <CardCheck answer={actionData ?? null} />
        </>
      }
    >
      <RulesTable
        caption="Ступени скидки"
        head={['Ступень', `Покупки за ${period}`, 'Скидка на кассе']}
        rows={ladder.map(({ name, sum_words, percent_words }) => [name, sum_words, percent_words])}
      />
      <section className="prose">
        <h2>Где действует</h2>
        <p>
          На кассах всех филиалов и пунктов выдачи. На товары со сниженной ценой скидка не складывается. Цены на сайте
          карта не меняет, но полученные заказы с сайта идут в счёт ступени.
        </p>
        <h2>Как получить</h2>
        <p>
          Карту бесплатно выдают на кассе. Вместе с ней дают код: по номеру и коду карту привязывают к{' '}
          <Link to={personalCardsUrl()}>кабинету</Link>, и ступень видна там.
        </p>
      </section>
      {comparison.length > 0 ? (
        <div className="club__part">
          <RulesTable
            caption="Чем отличается от бонусной"
            head={['Что сравниваем', 'Карта ИДД', 'Бонусная карта']}
            rows={comparison}
          />
          <p>
            <Link className="link" to={bonusCardUrl()}>
              Подробно о бонусной карте
            </Link>
          </p>
        </div>
      ) : null}
    </WrittenPage>
  );
}

type Own = Route.ComponentProps['loaderData']['own'];

function OwnCard({ own, is_signed }: { own: Own; is_signed: boolean }) {
  if (!own) {
    return (
      <section className="panel panel--quiet">
        <h2>Уже есть карта?</h2>
        <p>Привяжите её к кабинету по номеру и коду: будет видно ступень, и заказы с сайта пойдут в её счёт.</p>
        <Link className="btn btn--primary" to={is_signed ? personalCardsUrl() : loginUrl(personalCardsUrl())}>
          {is_signed ? 'Привязать карту' : 'Войти и привязать'}
        </Link>
      </section>
    );
  }
  return (
    <section className="panel panel--quiet" aria-labelledby="own-title">
      <h2 id="own-title">Ваша карта</h2>
      <p className="soft num">{own.number}</p>
      <p className="club__sum">{own.level_words ?? 'Скидки пока нет'}</p>
      {own.next_words ? <p className="small soft">{own.next_words}</p> : null}
      <Link className="link" to={personalCardsUrl()}>
        История и карта на экране
      </Link>
    </section>
  );
}

function compare(idd: Programme, bonus: Programme): string[][] {
  const span = ({ levels }: Programme) => `${ensure(levels[0]).percent}–${ensure(levels.at(-1)).percent} %`;
  return [
    ['Что даёт', `Скидку ${span(idd)} на кассе сразу`, `Бонусы ${span(bonus)} от покупки на следующие`],
    ['Цены на сайте', 'Не меняет', 'Не меняет'],
    ['За заказы с сайта', 'Растёт ступень', 'Начисляются бонусы, растёт ступень'],
    ['Срок', 'Ступень — по покупкам за последний год', `Бонусы живут ${termWords(bonus.expiry_days ?? 365)}`],
    ['Как получить', 'На кассе', 'В личном кабинете или на кассе'],
    ['Вместе', 'На одну покупку на кассе — одна из карт', 'На одну покупку на кассе — одна из карт'],
  ];
}
