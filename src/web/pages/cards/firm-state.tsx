import { Link } from 'react-router';
import { unbroken } from '#shared/unbroken.ts';
import { companyUrl, documentsUrl, personalUrl, reconciliationUrl } from '#shared/urls.ts';
import type { invoiceLinks } from '#web/parts/order/invoice-links.ts';
import { CardFace } from '#web/parts/written/written-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { FirmTerm } from './firm-terms.ts';

type Firm = {
  id: number;
  name: string;
  inn: string;
  is_active: boolean;
  is_suspended: boolean;
  is_current: boolean;
};

type FirmStateProps = {
  firms: Firm[];
  /** Of the firm that is bought for. */
  terms: FirmTerm[];
  /** Of that firm, to be paid first; none: nothing waits, or it is none of the reader's. */
  invoices: ReturnType<typeof invoiceLinks>;
  /** Whether its books with the shop are the reader's. */
  is_reconciled: boolean;
  /** «2 рабочих дня»: how soon a firm is checked; null: no term is promised. */
  check_words: string | null;
};

/** Whom one buys for now, at whose prices and by which terms, beside the card of that firm. */
export function FirmState({ firms, terms, invoices, is_reconciled, check_words }: FirmStateProps) {
  const current = firms.find(({ is_current }) => is_current);
  const others = firms.filter((firm) => firm !== current);
  return (
    <section className="panel panel--quiet club__own" aria-labelledby="firm-state">
      <CardFace kind="business" title="Бизнес-карта" owner={current?.name} />
      <div className="club__side">
        <h2 id="firm-state">{current ? current.name : 'Вы покупаете лично'}</h2>
        {current ? (
          <Current firm={current} check_words={check_words} />
        ) : (
          <Personal isAnyOpen={firms.some(({ is_active }) => is_active)} />
        )}
        <Terms terms={terms} />
        {current && (invoices.length > 0 || is_reconciled) ? (
          <div className="club__papers">
            {invoices.map(({ words, url }, index) => (
              <a
                className={`btn btn--${index === 0 ? 'primary' : 'line'} btn--sm num`}
                href={url}
                target="_blank"
                rel="noreferrer"
                key={url}
              >
                <Icon name="file-text" size="s" />
                {words}
              </a>
            ))}
            {is_reconciled ? (
              <Link className="btn btn--line btn--sm" to={reconciliationUrl(current.id)}>
                <Icon name="file-spreadsheet" size="s" />
                Акт сверки
              </Link>
            ) : null}
          </div>
        ) : null}
        <p className="club__acts">
          {current ? (
            <Link className="link" to={documentsUrl()}>
              Счета и УПД
            </Link>
          ) : null}
          <Link className="link" to={companyUrl()}>
            Реквизиты, сотрудники, лимиты
          </Link>
          {firms.length > 1 && current ? (
            <Link className="link" to={`${personalUrl()}#buy_for`}>
              Сменить покупателя
            </Link>
          ) : null}
        </p>
        {others.map((firm) => (
          <p key={firm.id}>
            {firm.name} <Badge firm={firm} /> {waitWords(firm, check_words)}
          </p>
        ))}
      </div>
    </section>
  );
}

function Badge({ firm: { is_active, is_suspended } }: { firm: Firm }) {
  if (is_active) return <span className="badge badge--ok">Цены для бизнеса открыты</span>;
  return is_suspended ? (
    <span className="badge badge--grey">Цены для бизнеса закрыты</span>
  ) : (
    <span className="badge badge--warn">Ждёт проверки менеджером</span>
  );
}

function Current({ firm, check_words }: { firm: Firm; check_words: string | null }) {
  const { inn, is_active } = firm;
  return (
    <>
      <p>
        <Badge firm={firm} /> <span className="soft small num nowrap">ИНН {inn}</span>
      </p>
      <p>
        {unbroken(
          is_active
            ? 'Вы покупаете от имени этой организации: по её ценам считаются каталог, корзина и счёт.'
            : `Пока действуют розничные цены. ${waitWords(firm, check_words)}`,
        )}
      </p>
    </>
  );
}

/** What a firm that waits for its check waits for; '' for others. */
function waitWords({ is_active, is_suspended }: Firm, check_words: string | null): string {
  if (is_active || is_suspended) return '';
  return `${check_words === null ? '' : `Проверяем за ${check_words}. `}Откроем цены — напишем на почту.`;
}

function Personal({ isAnyOpen }: { isAnyOpen: boolean }) {
  if (!isAnyOpen) return <p>{unbroken('Действуют розничные цены.')}</p>;
  return (
    <>
      <p>{unbroken('Действуют розничные цены. Цены организации — когда вы выберете её покупателем.')}</p>
      <Link className="btn btn--primary" to={`${personalUrl()}#buy_for`}>
        Выбрать организацию
      </Link>
    </>
  );
}

function Terms({ terms }: Pick<FirmStateProps, 'terms'>) {
  if (terms.length === 0) return null;
  return (
    <ul className="club__facts">
      {terms.map(({ icon, name, words, note, links = [], is_late = false }) => (
        <li key={name}>
          <Icon name={icon} />
          <span>
            <span className="small soft line">{name}</span>
            <b className="b num line">{unbroken(words)}</b>
            {links.map((link) => (
              <span className="line" key={link.href}>
                <a className="link num" href={link.href}>
                  {link.words}
                </a>
              </span>
            ))}
            {note ? (
              <span className={`small num line ${is_late ? 'club__late' : 'soft'}`}>{unbroken(note)}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
