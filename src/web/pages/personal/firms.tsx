import './firms.css';
import type { ReactNode } from 'react';
import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  activeOrdersUrl,
  companyUrl,
  documentsUrl,
  personalDocumentUrl,
  personalOrderUrl,
  reconciliationUrl,
  unpaidInvoicesUrl,
} from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type Unpaid = NonNullable<FirmSummary['unpaid']>;
type Invoice = Unpaid['first'][number] & { term: string | null };

type Firm = Omit<FirmSummary, 'unpaid'> & {
  /** `firmDebts`; null: it owes nothing, or it is not for this person to know. */
  debt: number | null;
  unpaid: (Omit<Unpaid, 'first'> & { first: Invoice[] }) | null;
};

type FirmsProps = {
  firms: Firm[];
  /** The firm that is bought for: its name heads the page, with who is signed in. */
  current_id: number | null;
  person: string;
  /** Chooses another one to buy for. */
  buyer: ReactNode;
};

/** What waits for a firm, what it decides first at the top. Another firm of which no row says anything is not there. */
export function Firms({ firms, current_id, person, buyer }: FirmsProps) {
  return firms.map((firm) => {
    const { id, name, role, unpaid, waiting } = firm;
    const isCurrent = id === current_id;
    if (!isCurrent && isSilent(firm)) return null;
    return (
      <section className="sheet" key={id} aria-labelledby={`firm-${id}`}>
        {isCurrent ? <h1 id={`firm-${id}`}>{unbroken(name)}</h1> : <h2 id={`firm-${id}`}>{unbroken(name)}</h2>}
        {isCurrent ? (
          <div className="row row--wrap lk__lead">
            {person ? (
              <p className="soft">
                {person}, {lowerFirst(companyRoleWords[role].name)}
              </p>
            ) : null}
            {buyer}
          </div>
        ) : null}
        <div className="lkwaits">
          {waiting ? <Waiting waiting={waiting} mayDecide={role === 'owner'} /> : null}
          {unpaid ? <Invoices unpaid={unpaid} firm_id={id} /> : null}
          <Whom firm={firm} />
          <Terms firm={firm} />
        </div>
      </section>
    );
  });
}

const isSilent = (firm: Firm) => !firm.unpaid && !firm.waiting && !firm.manager && !hasTerms(firm);

const hasTerms = ({ debt, deferral, limit }: Firm) => Boolean(debt !== null || deferral || limit);

/** From so many invoices on they are as high as whom to ask, which stands beside them then. */
const manyInvoices = 3;

type InvoicesProps = { unpaid: NonNullable<Firm['unpaid']>; firm_id: number };

/** Invoices that wait for money, those to be paid first by term, each with its paper. */
function Invoices({ unpaid, firm_id }: InvoicesProps) {
  const { count, sum, first, late } = unpaid;
  const id = `unpaid-${firm_id}`;
  return (
    <section
      className={`panel panel--quiet lkbills ${first.length < manyInvoices ? 'lkbills--few' : ''}`}
      aria-labelledby={id}
    >
      <div>
        <p className="row row--wrap between">
          <span className="small soft" id={id}>
            {count === 1 ? 'Счёт ждёт оплаты' : `${countOf(count, 'счёт ждёт', 'счёта ждут', 'счетов ждут')} оплаты`}
          </span>
          {count > first.length ? (
            <Link className="link small" to={unpaidInvoicesUrl()}>
              Все счета
            </Link>
          ) : null}
        </p>
        <p className="row row--wrap num lkbills__sum">
          <b className="b nowrap lk__balance">{formatPrice(sum)}</b>
          {late && count > 1 ? (
            <span className="b small lk__late">
              {late.count === count ? 'Все просрочены' : unbroken(`Просрочено ${formatPrice(late.sum)}`)}
            </span>
          ) : null}
        </p>
      </div>
      <ul>
        {first.map((invoice) => (
          <Bill key={invoice.order_id} invoice={invoice} isOnly={count === 1} />
        ))}
      </ul>
    </section>
  );
}

/** Until its paper is issued it goes by its order. */
function Bill({ invoice, isOnly }: { invoice: Invoice; isOnly: boolean }) {
  const { order_id, number, paper, sum, term, is_late } = invoice;
  return (
    <li className="num lkbill">
      <Link className="link" to={personalOrderUrl(order_id)}>
        {paper === null ? `Заказ ${number}` : `Счёт №\u00a0${paper}`}
      </Link>
      <span className={is_late ? 'b lk__late' : 'soft'}>{term}</span>
      {isOnly ? null : <b className="b nowrap">{formatPrice(sum)}</b>}
      {paper === null ? null : (
        <a
          className="btn btn--line btn--sm"
          href={personalDocumentUrl(order_id, 'invoice.pdf')}
          target="_blank"
          rel="noreferrer"
          aria-label={`Скачать счёт № ${paper}`}
        >
          <Icon name="file-down" size="s" />
          Скачать счёт
        </a>
      )}
    </li>
  );
}

function Waiting({ waiting, mayDecide }: { waiting: NonNullable<Firm['waiting']>; mayDecide: boolean }) {
  const { count, sum, oldest } = waiting;
  const orders = countOf(count, 'заказ ждёт', 'заказа ждут', 'заказов ждут');
  return (
    <section className="panel panel--quiet row row--wrap lkwait" aria-labelledby={`waiting-${oldest.id}`}>
      <div>
        <p className="small soft" id={`waiting-${oldest.id}`}>
          {unbroken(mayDecide ? `${orders} вашего согласования` : `${orders} согласования владельца`)}
        </p>
        <p className="b num lk__balance">{formatPrice(sum)}</p>
      </div>
      <div className="row row--wrap">
        {count > 1 ? (
          <Link className="link" to={activeOrdersUrl()}>
            Все заказы
          </Link>
        ) : null}
        <Link className={`btn btn--sm ${mayDecide ? 'btn--primary' : 'btn--line'}`} to={personalOrderUrl(oldest.id)}>
          {mayDecide ? 'Рассмотреть заказ' : 'Заказ'} {oldest.number}
        </Link>
      </div>
    </section>
  );
}

/** Debt, terms and limits. */
function Terms({ firm }: { firm: Firm }) {
  const { debt, deferral, limit } = firm;
  if (!hasTerms(firm)) return null;
  return (
    <dl className="lkfirm lkfirm--terms">
      {debt === null ? null : (
        <Row title="Задолженность за отгруженное">
          <b className="b num nowrap">{formatPrice(debt)}</b>
        </Row>
      )}
      {deferral ? <Deferral deferral={deferral} /> : null}
      {limit ? <Limit limit={limit} /> : null}
    </dl>
  );
}

/** Whom to ask, and the ways to papers and people. */
function Whom({ firm: { id, role, manager } }: { firm: Firm }) {
  return (
    <div className="panel lkfirm lkfirm--whom">
      {manager ? <Manager manager={manager} /> : null}
      <ul className="lkfirm__ways">
        <Way to={documentsUrl()} icon="file-text" words="Счета и УПД" />
        {role === 'purchaser' ? null : <Way to={reconciliationUrl(id)} icon="file-spreadsheet" words="Акт сверки" />}
        <Way to={companyUrl()} icon="building-2" words={role === 'owner' ? 'Реквизиты и сотрудники' : 'Реквизиты'} />
      </ul>
    </div>
  );
}

function Way({ to, icon, words }: { to: string; icon: string; words: string }) {
  return (
    <li>
      <Link className="row" to={to}>
        <Icon name={icon} size="s" />
        <span className="link">{words}</span>
      </Link>
    </li>
  );
}

function Manager({ manager: { name, phone, email } }: { manager: NonNullable<FirmSummary['manager']> }) {
  return (
    <div>
      <p className="small soft">Ваш менеджер</p>
      <p>{name}</p>
      {phone ? (
        <a className="link num link--line" href={phoneHref(phone)}>
          {formatPhone(phone)}
        </a>
      ) : null}
      {email ? (
        <a className="link link--line" href={`mailto:${email}`}>
          {email}
        </a>
      ) : null}
    </div>
  );
}

function Deferral({ deferral: { days, credit_limit } }: { deferral: NonNullable<FirmSummary['deferral']> }) {
  return (
    <Row title="Отсрочка платежа">
      {days === 0 ? 'в день получения' : `${countOf(days, 'день', 'дня', 'дней')} после получения`}
      {credit_limit === null ? null : (
        <span className="line">
          долг до <span className="num nowrap">{formatPrice(credit_limit)}</span>
        </span>
      )}
    </Row>
  );
}

function Limit({ limit: { order, month } }: { limit: NonNullable<FirmSummary['limit']> }) {
  return (
    <Row title="Без согласования">
      {order === null ? null : (
        <span className="line">
          заказ до <span className="num nowrap">{formatPrice(order)}</span>
        </span>
      )}
      {month === null ? null : (
        <span className="line">
          в этом месяце осталось <b className="b num nowrap">{formatPrice(month.left)}</b> из{' '}
          <span className="num nowrap">{formatPrice(month.whole)}</span>,{' '}
          <Link className="link" to={activeOrdersUrl()}>
            заказы
          </Link>
        </span>
      )}
    </Row>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small soft">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
