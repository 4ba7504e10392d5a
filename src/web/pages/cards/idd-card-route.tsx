import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { listProgrammes, type Programme } from '#modules/loyalty/programmes.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { bonusCardUrl, contactsUrl, personalCardsUrl } from '#shared/urls.ts';
import { examplePurchaseWords, ladderOf, percentSpan, spendWords, termWords } from '#web/parts/loyalty/card-words.ts';
import { NextLevel } from '#web/parts/loyalty/next-level.tsx';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { CardFace, RulesTable, WrittenPage } from '#web/parts/written/written-page.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/idd-card-route.ts';
import { CardCheck } from './card-check.tsx';
import { checkCard } from './check-card.server.ts';
import { NoCard, OwnCard } from './own-card.tsx';
import { readOwnCard } from './read-own-card.server.ts';

/** S2-16: the shop's own card: its ladder of discounts from rows, and how it differs from the bonus card. */
export async function loader({ context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const { department } = requestContext;
  const [page, programmes, departments, own] = await Promise.all([
    readWritten(found, { slug: 'idd-card', name: 'Карта ИДД' }),
    listProgrammes(db),
    departmentDirectory(db),
    readOwnCard(found, 'idd'),
  ]);
  const idd = programmes.find(({ kind }) => kind === 'idd');
  const bonus = programmes.find(({ kind }) => kind === 'bonus');
  return {
    page,
    lead: idd ? leadOf(idd) : null,
    ladder: idd ? ladderOf(idd) : [],
    period: !idd ? '' : idd.counting_days === 365 ? 'последний год' : termWords(idd.counting_days),
    points: pointsOf(departments, department).length,
    city: inCity(department.names_cases.prepositional),
    comparison: idd && bonus ? compare(idd, bonus) : [],
    is_signed: requestContext.account !== null,
    own,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return checkCard(context.get(shop), request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.page.seo);

export default function IddCard({ loaderData, actionData }: Route.ComponentProps) {
  const { page, lead, ladder, period, points, city, comparison, own, is_signed } = loaderData;
  if (ladder.length === 0) return <WrittenPage page={page} aside={null} />;
  const level = <Level own={own} isSigned={is_signed} />;
  // A phone shows a card one has at once; who has none reads first what it gives.
  const isFirst = page.device === 'mobile' && own !== null;
  return (
    <WrittenPage
      page={page}
      below={comparison.length > 0 ? <Comparison rows={comparison} /> : null}
      first={
        <>
          {isFirst ? <div className="club__side">{level}</div> : null}
          {lead ? <p className="club__lead num">{lead}</p> : null}
        </>
      }
      aside={
        <>
          {isFirst ? null : level}
          <CardCheck answer={actionData ?? null} />
        </>
      }
    >
      <RulesTable
        caption="Ступени скидки"
        isShort
        head={['Ступень', unbroken(`Покупки за ${period}`), unbroken(`На покупке в ${examplePurchaseWords}`)]}
        rows={ladder}
      />
      <section className="prose">
        <h2>Где действует</h2>
        <p>
          На кассах всех филиалов и пунктов выдачи. На товары со сниженной ценой скидка не действует. Цены на сайте
          карта не меняет, но полученные заказы с сайта идут в счёт ступени.
        </p>
      </section>
      {own ? null : (
        <>
          <section className="prose">
            <h2>Как получить</h2>
            <p>
              Карту бесплатно выдают на кассе. Вместе с ней дают код: по номеру и коду карту привязывают к{' '}
              <Link to={personalCardsUrl()}>кабинету</Link>, и ступень видна там.
            </p>
          </section>
          <p>
            <Link className="btn btn--primary" to={contactsUrl()}>
              Где получить: {countOf(points, 'пункт', 'пункта', 'пунктов')} {city}
            </Link>
          </p>
        </>
      )}
    </WrittenPage>
  );
}

/** Whoever has neither card chooses between them. */
function Comparison({ rows }: { rows: string[][] }) {
  return (
    <div className="club__part">
      <RulesTable
        caption="Чем отличается от бонусной"
        head={['Что сравниваем', 'Карта ИДД', 'Бонусная карта']}
        rows={rows}
      />
      <p>
        {unbroken(
          'На кассе за одну покупку действует одна из двух карт, на ваш выбор: карта ИДД даст скидку сразу. Заказываете на сайте — удобнее бонусная: там карта ИДД цену не снижает. Если обе карты привязаны к кабинету, полученный заказ с сайта идёт в счёт ступени обеих.',
        )}
      </p>
      <p>
        <Link className="link" to={bonusCardUrl()}>
          Подробно о бонусной карте
        </Link>
      </p>
    </div>
  );
}

type Own = Route.ComponentProps['loaderData']['own'];

function Level({ own, isSigned }: { own: Own; isSigned: boolean }) {
  if (!own)
    return (
      <NoCard
        face={<CardFace kind="idd" title="Карта ИДД" />}
        title="Уже есть карта?"
        words="Привяжите её к кабинету по номеру и коду: там будет видна ступень, а заказы с сайта пойдут в её счёт."
        isSigned={isSigned}
        button={isSigned ? 'Привязать карту' : 'Войти и привязать'}
        isQuiet
      />
    );
  return (
    <OwnCard kind="idd" title="Карта ИДД" number={own.number}>
      <p className="club__sum">{own.level_words ?? 'Скидки пока нет'}</p>
      {own.next_words ? <p className="small soft">{own.next_words}</p> : null}
      <NextLevel progress={own.progress} />
    </OwnCard>
  );
}

/** «Скидка 3–7 % на кассе: растёт с покупками за год». */
function leadOf(idd: Programme): string {
  const term = idd.counting_days === 365 ? 'год' : termWords(idd.counting_days);
  const grows = idd.levels.length > 1 ? `: растёт с покупками за ${term}` : '';
  return unbroken(`Скидка ${percentSpan(idd)} на кассе${grows}`);
}

/** How much of an order from the site bonuses pay. */
function bonusShare(bonus: Programme): string {
  const share = spendWords(bonus);
  return share === null ? 'Нет' : unbroken(`Бонусами ${share}`);
}

function compare(idd: Programme, bonus: Programme): string[][] {
  return [
    [
      'Что даёт',
      `Скидку ${percentSpan(idd)} на кассе сразу`,
      `Бонусы ${percentSpan(bonus)} от покупки на следующие покупки`,
    ],
    ['Скидка в заказе на сайте', 'Нет', bonusShare(bonus)],
    ['За заказы с сайта', 'Растёт ступень', 'Начисляются бонусы, растёт ступень'],
    ['Срок', 'Ступень — по покупкам за последний год', `Бонусы живут ${termWords(bonus.expiry_days ?? 365)}`],
    ['Как получить', 'На кассе', 'В личном кабинете или на кассе'],
  ];
}
