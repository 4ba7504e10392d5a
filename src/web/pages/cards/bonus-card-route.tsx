import { Link } from 'react-router';
import { cardsOf } from '#modules/loyalty/cards.ts';
import { findProgramme, type Programme } from '#modules/loyalty/programmes.ts';
import { formatCardNumber } from '#modules/loyalty/schema.ts';
import { contactsUrl, iddCardUrl, loginUrl, personalCardsUrl } from '#shared/urls.ts';
import { bonusesOf, ladderOf, termWords } from '#web/parts/loyalty/card-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { RulesTable, WrittenPage } from '#web/parts/written/written-page.tsx';
import type { Route } from './+types/bonus-card-route.ts';
import { CardCheck } from './card-check.tsx';
import { checkCard } from './check-card.server.ts';

/**
 * S2-16: what the bonus card gives, read from the rows it is counted by; the visitor's own balance; any card's by
 * number and code.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const [page, programme, cards] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'bonus-card', name: 'Бонусная карта' }),
    findProgramme(db, 'bonus'),
    requestContext.account ? cardsOf(db, requestContext.account.user_id) : [],
  ]);
  const own = cards.find(({ kind }) => kind === 'bonus');
  return {
    page,
    ladder: programme ? ladderOf(programme) : [],
    rules: programme ? rulesOf(programme) : [],
    is_signed: requestContext.account !== null,
    own: own ? { number: formatCardNumber(own.number), ...bonusesOf(own, requestContext.department.time_zone) } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return checkCard(context.get(shop), request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function BonusCard({ loaderData, actionData }: Route.ComponentProps) {
  const { page, ladder, rules, own, is_signed } = loaderData;
  return (
    <WrittenPage
      page={page}
      aside={
        <>
          {ladder.length > 0 ? <OwnCard own={own} is_signed={is_signed} /> : null}
          {ladder.length > 0 ? <CardCheck answer={actionData ?? null} /> : null}
        </>
      }
    >
      {ladder.length > 0 ? (
        <>
          <RulesTable
            caption="Сколько начисляется"
            head={['Ступень', 'Покупки за период', 'Бонусами от покупки']}
            rows={ladder.map(({ name, sum_words, percent_words }) => [name, sum_words, percent_words])}
          />
          <section className="prose">
            <h2>Правила</h2>
            <ul>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            <h2>Потеряли карту</h2>
            <p>
              Если карта привязана к кабинету, закройте её сами в разделе <Link to={personalCardsUrl()}>«Карты»</Link>:
              номер и код сразу сменятся, бонусы и история останутся. Если не привязана, позвоните в{' '}
              <Link to={contactsUrl()}>филиал</Link>.
            </p>
            <p>
              Есть ещё <Link to={iddCardUrl()}>карта ИДД</Link> — скидка на кассе вместо бонусов.
            </p>
          </section>
        </>
      ) : null}
    </WrittenPage>
  );
}

type Own = Route.ComponentProps['loaderData']['own'];

function OwnCard({ own, is_signed }: { own: Own; is_signed: boolean }) {
  if (!own) {
    return (
      <section className="panel panel--quiet">
        <h2>{is_signed ? 'У вас ещё нет карты' : 'Получить карту'}</h2>
        <p>
          Карта бесплатная. Её можно завести в личном кабинете или взять на кассе филиала и привязать по номеру и коду.
        </p>
        <Link className="btn btn--primary" to={is_signed ? personalCardsUrl() : loginUrl(personalCardsUrl())}>
          {is_signed ? 'Завести или привязать' : 'Войти и завести'}
        </Link>
      </section>
    );
  }
  return (
    <section className="panel panel--quiet" aria-labelledby="own-title">
      <h2 id="own-title">Ваша карта</h2>
      <p className="soft num">{own.number}</p>
      <p className="club__sum num">{own.balance_words}</p>
      {own.expiring_words ? <p className="small">{own.expiring_words}</p> : null}
      {own.level_words ? <p className="small soft">Ступень {own.level_words}</p> : null}
      {own.next_words ? <p className="small soft">{own.next_words}</p> : null}
      <Link className="link" to={personalCardsUrl()}>
        История и карта на экране
      </Link>
    </section>
  );
}

function rulesOf({ expiry_days, spend_percent, counting_days }: Programme): string[] {
  return [
    '1 бонус — это скидка в 1 ₽ на кассе филиала.',
    ...(spend_percent
      ? [`Бонусами можно оплатить до ${spend_percent} % покупки на кассе. В заказах на сайте бонусы не списываются.`]
      : []),
    'За заказ с сайта бонусы приходят, когда он получен: карта должна быть привязана к кабинету, в котором оформлен заказ.',
    'Сумма округляется вниз до целого бонуса.',
    'Не начисляются: за товары со сниженной ценой, за доставку, за покупки от имени организации.',
    `Ступень считается по покупкам за последний ${counting_days === 365 ? 'год' : `период: ${termWords(counting_days)}`}.`,
    ...(expiry_days
      ? [`Бонусы живут ${termWords(expiry_days)} со дня начисления; первыми уходят те, что сгорят раньше.`]
      : []),
    'При возврате товара снимаются бонусы, которые за него начислены.',
  ];
}
