import { seoTexts } from '#modules/content/seo-texts.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { phoneList } from '#shared/phone.ts';
import { cartUrl, homeCrumb, orderHelpUrl, payUrl, personalUrl } from '#shared/urls.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList, faqPage } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { ListForm } from './estimate/list-form.tsx';
import './order-help.css';

const title = 'Помощь с заказом';

/** What people ask before they order; the answers are the shop's own rules. */
const questions = [
  {
    question: 'Где мой заказ?',
    answer:
      'Номер и ссылка на заказ приходят письмом, состояние видно на странице заказа. Потеряли письмо — запросите ссылку по номеру заказа и почте.',
  },
  {
    question: 'Как отменить или изменить заказ?',
    answer:
      'Пока заказ не готов к выдаче, его можно отменить на странице заказа, там же меняются получатель и время. Позже — звонком в филиал.',
  },
  {
    question: 'Сколько хранится резерв?',
    answer: 'Срок написан на странице заказа и в письме. Пока срок не вышел, его можно продлить на странице получения.',
  },
  {
    question: 'Можно ли заказать по телефону?',
    answer: 'Да. Оставьте номер: перезвоним и поможем оформить заказ.',
  },
  {
    question: 'Какую смету можно прислать?',
    answer:
      'Список позиций в TXT, CSV, XLSX, DOCX, RTF или PDF с текстом: название или артикул и количество. Размеры, вес упаковки и единицы учитываем. Скан или фотографию передайте менеджеру: их мы не распознаём.',
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department, device } = requestContext;
  const path = orderHelpUrl();
  const [text, contactCentre] = await Promise.all([
    seoTexts(db, department, 'page', 'order-help', { host: requestContext.host, name: title }),
    readSetting(db, 'contact_centre'),
  ]);
  const crumbs = [homeCrumb];
  return {
    device,
    crumbs,
    phone: phoneList(department.phones)[0] ?? null,
    /** When a call is returned, as its form says it. */
    hours: department.hours.length > 0 ? workTimeLines(department.work_time) : contactCentre.header_hours,
    seo: seoOf(requestContext, {
      title: text.title || `${title} — ИДД, ${department.city}`,
      description:
        text.description || `${title}: звонок, консультация, подбор товаров по смете. ИДД, ${department.city}.`,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, title), faqPage(questions)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function OrderHelp({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, phone, hours } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={title} device={device} />
      <OrderHelpEntries hours={hours} />
      <div className="help-cols">
        <section className="help-part" id="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Пришлите список материалов</h2>
          <p className="estimate-lead">
            Подберём товары вашего города и отметим, что стоит проверить. Без вас в корзину ничего не попадёт. Нет
            времени разбираться —{' '}
            <FormLink code="estimate" className="link">
              передайте файл менеджеру
            </FormLink>
            .
          </p>
          <ListForm answer={null} />
        </section>
        <div>
          <Steps />
          <Questions phone={phone} />
        </div>
      </div>
    </>
  );
}

/** What people come for. */
function OrderHelpEntries({ hours }: { hours: string[] }) {
  return (
    <Entries>
      <Entry
        icon="phone-call"
        name="Перезвоним"
        text={
          <>
            Ответим по заказу и поможем его собрать.
            {hours.map((line) => (
              <span key={line}>
                <br />
                {line}
              </span>
            ))}
          </>
        }
      >
        <FormLink code="callback" className="btn btn--line">
          Заказать звонок
        </FormLink>
      </Entry>
      <Entry
        icon="message-circle"
        name="Консультация"
        text="Расскажите о задаче: подскажем материал, расход и порядок работ."
      >
        <FormLink code="consultation" className="btn btn--line">
          Задать вопрос
        </FormLink>
      </Entry>
      <Entry
        icon="package-search"
        name="Где мой заказ"
        text="Состояние, срок хранения, изменение и отмена — на странице заказа."
      >
        <Link className="btn btn--line" to="/order/">
          Найти заказ
        </Link>
      </Entry>
    </Entries>
  );
}

function Steps() {
  return (
    <section className="help-part" aria-labelledby="steps-title">
      <h2 id="steps-title">Как оформить заказ</h2>
      <ol className="help-steps">
        <li>
          <span>Проверьте город в шапке сайта: цены и остатки у каждого филиала свои.</span>
        </li>
        <li>
          <span>
            Положите товары в{' '}
            <Link className="link" to={cartUrl()}>
              корзину
            </Link>
            : количество можно вводить в метрах, литрах и килограммах, оно округлится до целых упаковок.
          </span>
        </li>
        <li>
          <span>Выберите пункт выдачи или доставку — цена доставки видна до оформления.</span>
        </li>
        <li>
          <span>
            Выберите{' '}
            <Link className="link" to={payUrl()}>
              оплату
            </Link>{' '}
            и оформите заказ. Регистрироваться не обязательно, в{' '}
            <Link className="link" to={personalUrl()}>
              личном кабинете
            </Link>{' '}
            заказы собраны&nbsp;вместе.
          </span>
        </li>
      </ol>
    </section>
  );
}

function Questions({ phone }: { phone: string | null }) {
  return (
    <section className="help-part" aria-labelledby="faq-title">
      <h2 id="faq-title">Вопросы и ответы</h2>
      {questions.map(({ question, answer }) => (
        <details className="fold" key={question}>
          <summary>
            <h3 className="fold__h">{question}</h3>
            <Icon name="chevron-down" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
      {phone ? (
        <p>
          Не нашли ответа? Позвоните:{' '}
          <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </a>
        </p>
      ) : null}
    </section>
  );
}
