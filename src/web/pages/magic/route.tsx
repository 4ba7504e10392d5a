import { Form } from 'react-router';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { giftAges, giftBudgets, giftRooms } from '#shared/gifts.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { treeStyles } from '#shared/tree-kit.ts';
import { unbroken } from '#shared/unbroken.ts';
import { categoryUrl, deliveryUrl, homeCrumb, magicUrl, productUrl } from '#shared/urls.ts';
import { AddAll } from '#web/parts/goods/add-all.tsx';
import { ProductCard } from '#web/parts/goods/product-card.tsx';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList, itemList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import './magic.css';
import { kitWords, missingWords, packsWords, promiseWords } from './kit-words.ts';
import { type KitLine, readMagic } from './read-magic.server.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

/** S2-02: the Christmas world. Everything is asked for by addresses, so it works before and without a script. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { requestContext } = site;
  const search = new URL(request.url).searchParams;
  const crumbs = [homeCrumb];
  const [magic, text] = await Promise.all([
    readMagic(site, search, shownAt(site.requestContext)),
    seoTexts(site.db, requestContext.department, 'landing', 'magic', { host: requestContext.host, name: title }),
  ]);
  const city = inCity(requestContext.department.names_cases.prepositional);
  return {
    ...magic,
    device: requestContext.device,
    city,
    heading: text.unique_title || title,
    crumbs,
    seo: seoOf(requestContext, {
      title: text.title || `${title} ${city} — ИДД`,
      description:
        text.description || `Ёлки, шары и гирлянды ${city}: подбор подарка, расчёт украшений и готовые наборы.`,
      keywords: text.keywords,
      path: magicUrl(),
      isIndexable: search.size === 0,
      image: 'products/banner-novyy-god.svg',
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, title), itemList(requestContext.origin, magic.gifts)],
    }),
  };
}

const title = 'Мастерская Нового года';

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Magic({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, city, gifts, tree } = loaderData;
  const hasAll = gifts.length > 0 && tree.balls.length > 0 && tree.garlands.length > 0;
  return (
    <div className="magic" data-season="newyear">
      <Breadcrumbs crumbs={crumbs} here={title} device={device} />
      <Scene
        heading={loaderData.heading}
        device={device}
        city={city}
        hasAll={hasAll}
        hasSets={loaderData.sets.length > 0}
      />
      <Before days={loaderData.days} city={city} />
      <Gifts page={loaderData} />
      <TreeKit page={loaderData} />
      <Sets page={loaderData} />
    </div>
  );
}

type Page = Route.ComponentProps['loaderData'];

type SceneProps = { heading: string; device: Page['device']; city: string; hasAll: boolean; hasSets: boolean };

function Scene({ heading, device, city, hasAll, hasSets }: SceneProps) {
  const side = device === 'mobile' ? 240 : 400;
  return (
    <section className="slide slide--season magic__scene" data-ground="dark">
      <svg className="magic__lights" viewBox="0 0 1360 90" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <path d="M0 8 Q170 96 340 30 T680 30 T1020 30 T1360 14" />
        {lamps.map(([x, y], at) => (
          <circle key={x} cx={x} cy={y} r="8" className={`magic__lamp magic__lamp--${at % 3}`} />
        ))}
      </svg>
      <div className="slide__floor" />
      <div className="slide__art">
        <Picture path="products/banner-novyy-god.svg" preset="contain" width={side} height={side} alt="" priority />
      </div>
      <div className="slide__words">
        <h1 className="h">{unbroken(heading)}</h1>
        <p>{unbroken(`${promiseWords(hasSets)}${hasAll ? ` Всё это есть в наличии ${city}.` : ''}`)}</p>
        <p className="magic__ways">
          <a className="btn btn--lg" href="#gifts">
            Подобрать подарок
          </a>
          <a className="btn btn--lg" href="#tree">
            Украсить ёлку
          </a>
        </p>
      </div>
    </section>
  );
}

const lamps = [
  [70, 42],
  [180, 62],
  [290, 46],
  [400, 18],
  [510, 8],
  [620, 20],
  [730, 42],
  [840, 54],
  [950, 44],
  [1060, 20],
  [1170, 8],
  [1280, 14],
] as const;

function Before({ days, city }: { days: Page['days']; city: string }) {
  if (days.length === 0) return null;
  return (
    <section className="panel magic__before">
      <Icon name="truck" size="l" />
      <div>
        <h2 className="h3">Успеем до 31 декабря</h2>
        <p className="soft small">
          {unbroken(`Товары в наличии ${city} привезём до праздника, если заказать не позже:`)}
        </p>
        <ul className="num">
          {days.map((day) => (
            <li key={day.zone}>
              <span>{unbroken(day.zone)}</span> <b className="b">{day.date}</b>{' '}
              <span className="soft small">{day.term}</span>
            </li>
          ))}
        </ul>
        <Link className="link small" to={deliveryUrl()}>
          Условия доставки
        </Link>
      </div>
    </section>
  );
}

function Gifts({ page }: { page: Page }) {
  const { wish, gifts, isGiftAsked, tree } = page;
  return (
    <section className="block" id="gifts" aria-labelledby="gifts-title">
      <h2 id="gifts-title">Подобрать подарок</h2>
      <Form method="get" action={`${magicUrl()}#gifts`} className="magic__form" preventScrollReset>
        <SelectField label="Бюджет" name="budget" defaultValue={wish.budget === null ? '' : String(wish.budget / 100)}>
          <option value="">Любой</option>
          {giftBudgets.map((budget) => (
            <option key={budget} value={budget / 100}>
              до {formatPrice(budget)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Кому"
          name="age"
          defaultValue={wish.age ?? 'any'}
          hint={wish.age === 'child' ? 'Только то, что не разобьётся: без стекла и фарфора' : undefined}
        >
          {Object.entries(giftAges).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Куда" name="room" defaultValue={wish.room ?? ''}>
          <option value="">Куда угодно</option>
          {Object.entries(giftRooms).map(([code, room]) => (
            <option key={code} value={code}>
              {room.name}
            </option>
          ))}
        </SelectField>
        {tree.problem === null ? <input type="hidden" name="height" value={tree.height} /> : null}
        <button type="submit" className="btn btn--primary">
          Показать подарки
        </button>
      </Form>
      <p className="sr" role="status">
        {isGiftAsked ? `Найдено: ${countOf(gifts.length, 'товар', 'товара', 'товаров')}` : ''}
      </p>
      {gifts.length > 0 ? (
        <div className={page.device === 'mobile' ? 'rail' : 'grid5'}>
          {gifts.map((card) => (
            <ProductCard key={card.id} product={card} />
          ))}
        </div>
      ) : null}
      {gifts.length > 0 ? (
        <p className="magic__all">
          <Link className="btn btn--line" to={categoryUrl('novyy-god')}>
            Все товары к Новому году
          </Link>
        </p>
      ) : (
        <Note kind="warn">
          С такими условиями в наличии ничего нет.{' '}
          <Link className="link" to={`${magicUrl()}#gifts`} preventScrollReset>
            Сбросить условия
          </Link>{' '}
          или посмотреть{' '}
          <Link className="link" to={categoryUrl('novyy-god')}>
            всё к Новому году
          </Link>
        </Note>
      )}
    </section>
  );
}

function TreeKit({ page }: { page: Page }) {
  const { tree, wish } = page;
  const { needs, lines, metres } = tree;
  if (tree.balls.length === 0 && tree.garlands.length === 0) return null;
  const style = treeStyles[tree.style];
  const missing = missingWords(tree, page.city);
  return (
    <section className="block calc magic__tree" id="tree" aria-labelledby="tree-title">
      <div>
        <h2 id="tree-title">Сколько нужно на ёлку</h2>
        <Form method="get" action={`${magicUrl()}#tree`} className="magic__form" preventScrollReset>
          <Field
            label="Высота ёлки, см"
            name="height"
            inputMode="decimal"
            defaultValue={tree.height}
            error={tree.problem}
            autoComplete="off"
          />
          <SelectField label="Украшений" name="style" defaultValue={tree.style}>
            {Object.entries(treeStyles).map(([code, one]) => (
              <option key={code} value={code}>
                {one.name}
              </option>
            ))}
          </SelectField>
          <Choices label="Шары и наборы" name="balls" choices={tree.balls} chosen={lines.balls} unit="шт." />
          <Choices label="Гирлянда" name="garland" choices={tree.garlands} chosen={lines.garland} unit="м" />
          {wish.budget === null ? null : <input type="hidden" name="budget" value={wish.budget / 100} />}
          {wish.age === null ? null : <input type="hidden" name="age" value={wish.age} />}
          {wish.room === null ? null : <input type="hidden" name="room" value={wish.room} />}
          <button type="submit" className="btn btn--line">
            Посчитать
          </button>
        </Form>
        {needs ? (
          <p className="small num magic__formula">
            {unbroken(
              [
                ...(tree.balls.length > 0
                  ? [`Шары: ${metres} м × ${style.balls} шаров на метр = ${needs.balls} шт.`]
                  : []),
                ...(tree.garlands.length > 0
                  ? [`Гирлянда: ${metres} м × ${style.garland} м на метр высоты = ${needs.garland_m} м.`]
                  : []),
                'Считаем с округлением вверх до целой упаковки.',
              ].join(' '),
            )}
          </p>
        ) : null}
      </div>
      <div className="calc__out" role="status">
        {needs ? (
          <>
            <p className="soft">Для вашей ёлки</p>
            <b className="num">{kitWords(needs, tree)}</b>
            <div className="calc__sums">
              {lines.balls ? <KitRow line={lines.balls} what="шт." /> : null}
              {lines.garland ? <KitRow line={lines.garland} what="м" /> : null}
              {missing ? (
                <p className="small soft">
                  {unbroken(missing)}{' '}
                  <Link
                    className="link"
                    to={categoryUrl(tree.balls.length === 0 ? 'elochnye-shary' : 'girlyandy-dlya-doma')}
                  >
                    Посмотреть, что можно заказать
                  </Link>
                </p>
              ) : null}
              <div className="calc__row calc__row--total">
                <span>Всего</span>
                <span>{formatPrice(tree.sum)}</span>
              </div>
            </div>
            <AddAll key={tree.cart} id="tree" lines={tree.cart} isWide>
              Положить в корзину
            </AddAll>
          </>
        ) : (
          <p className="soft">Поправьте высоту, и здесь появится количество.</p>
        )}
      </div>
    </section>
  );
}

type ChoicesProps = {
  label: string;
  name: string;
  choices: Page['tree']['balls'];
  chosen: KitLine | null;
  unit: string;
};

function Choices({ label, name, choices, chosen, unit }: ChoicesProps) {
  const [first] = choices;
  if (!first) return null;
  return (
    <SelectField label={label} name={name} defaultValue={String(chosen?.choice.id ?? first.id)}>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {/* Most names end in it: a long one would be cut in the field. */}
          {choice.per_pack > 1 && !choice.name.includes(`${choice.per_pack} `)
            ? `${choice.name} (${choice.per_pack} ${unit})`
            : choice.name}
        </option>
      ))}
    </SelectField>
  );
}

function KitRow({ line, what }: { line: KitLine; what: string }) {
  return (
    <div className="calc__row">
      <span>
        <Link className="link--plain" to={productUrl(line.choice.slug)}>
          {unbroken(line.choice.name)}
        </Link>
        <br />
        <span className="small soft">
          {packsWords(line, what)}
          {line.is_enough ? '' : ', столько сейчас нет в наличии'}
        </span>
      </span>
      <span>{formatPrice(line.sum)}</span>
    </div>
  );
}

function SetGoods({ goods }: { goods: Page['sets'][number]['goods'] }) {
  return (
    <ul>
      {goods.map((one) => (
        <li key={one.id}>
          {one.image ? <Picture path={one.image} width={64} height={64} alt="" /> : null}
          <Link className="link--plain" to={productUrl(one.slug)}>
            {unbroken(one.name)}
          </Link>
          <span className="small soft num">
            {one.amount}, {one.price}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sets({ page }: { page: Page }) {
  const { sets } = page;
  if (sets.length === 0) return null;
  return (
    <section className="block" id="sets" aria-labelledby="sets-title">
      <h2 id="sets-title">Готовая ёлка</h2>
      <p className="soft">Наборы, в которых всё подходит друг другу. Цены сегодняшние, собрать можно сразу.</p>
      <ul className="magic__sets">
        {sets.map((set) => (
          <li key={set.slug} className="panel">
            <h3>{unbroken(set.name)}</h3>
            <p className="small soft">{unbroken(set.text)}</p>
            {page.device === 'mobile' ? (
              <>
                <p className="row magic__pics">
                  {set.goods.map(({ id, image }) =>
                    image ? <Picture key={id} path={image} width={64} height={64} alt="" /> : null,
                  )}
                </p>
                <details>
                  <summary className="link">
                    {unbroken(`Состав набора: ${countOf(set.goods.length, 'товар', 'товара', 'товаров')}`)}
                  </summary>
                  <SetGoods goods={set.goods} />
                </details>
              </>
            ) : (
              <SetGoods goods={set.goods} />
            )}
            <p className="row between magic__sum">
              <span>Вместе</span>
              <b className="price num">{formatPrice(set.sum)}</b>
            </p>
            <AddAll id={set.slug} lines={set.cart} isWide>
              Весь набор в корзину
            </AddAll>
          </li>
        ))}
      </ul>
    </section>
  );
}
