import './firm-state.css';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { unbroken } from '#shared/unbroken.ts';
import { companyUrl, documentsUrl, personalUrl, reconciliationUrl, unpaidInvoicesUrl } from '#shared/urls.ts';
import { CardFace } from '#web/parts/written/written-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { FirmTerm } from './firm-terms.ts';

type Firm = {
  id: number;
  name: string;
  inn: string;
  contract: string | null;
  is_active: boolean;
  is_suspended: boolean;
  is_current: boolean;
};

type FirmStateProps = {
  firms: Firm[];
  /** Of the firm that is bought for. */
  terms: FirmTerm[];
  /** Whom that firm asks first; null: nobody is named. */
  manager: FirmTerm | null;
  /** Invoices of that firm wait for money, and are the reader's. */
  has_unpaid: boolean;
  /** Of the reader in that firm; null: its prices are not open yet. */
  role: CompanyRole | null;
  /** «2 рабочих дня»: how soon a firm is checked; null: no term is promised. */
  check_words: string | null;
};

/** Whom one buys for now, at whose prices and by which terms, beside the card of that firm. */
export function FirmState({ firms, terms, manager, has_unpaid, role, check_words }: FirmStateProps) {
  const current = firms.find(({ is_current }) => is_current);
  const others = firms.filter((firm) => firm !== current);
  return (
    <section
      className={`panel panel--quiet club__own${manager ? ' club__own--three' : ''}`}
      aria-labelledby="firm-state"
    >
      <CardFace kind="business" title="Бизнес-карта" owner={current?.name} />
      <div className="club__side">
        <h2 id="firm-state">{current ? current.name : 'Вы покупаете лично'}</h2>
        {current ? (
          <Current firm={current} check_words={check_words} />
        ) : (
          <Personal isAnyOpen={firms.some(({ is_active }) => is_active)} />
        )}
        {firms.length > 1 && current ? (
          <Link className="link club__change" to={`${personalUrl()}#buy_for`}>
            Сменить покупателя
          </Link>
        ) : null}
        {others.map((firm) => (
          <p key={firm.id}>
            {firm.name} <Badge firm={firm} /> {waitWords(firm, check_words)}
          </p>
        ))}
      </div>
      <Terms terms={manager ? [manager] : []} />
      <Terms terms={terms} />
      <ul className="club__papers">
        {current ? (
          <Way
            to={has_unpaid ? unpaidInvoicesUrl() : documentsUrl()}
            icon="file-text"
            words={has_unpaid ? 'Счета к оплате' : 'Счета и УПД'}
            isFirst={has_unpaid}
          />
        ) : null}
        {current && role && role !== 'purchaser' ? (
          <Way to={reconciliationUrl(current.id)} icon="file-spreadsheet" words="Акт сверки" />
        ) : null}
        <Way to={companyUrl()} icon="building-2" words={role === 'owner' ? 'Реквизиты и сотрудники' : 'Реквизиты'} />
      </ul>
    </section>
  );
}

type WayProps = { to: string; icon: string; words: string; isFirst?: boolean };

function Way({ to, icon, words, isFirst = false }: WayProps) {
  return (
    <li>
      <Link className={`btn btn--${isFirst ? 'primary' : 'line'}`} to={to}>
        <Icon name={icon} size="s" />
        {words}
      </Link>
    </li>
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
  const { inn, contract, is_active } = firm;
  return (
    <>
      <p className="club__acts">
        <Badge firm={firm} />
        <span className="soft small num nowrap">ИНН {inn}</span>
        {contract ? <span className="soft small num">{unbroken(`Договор ${contract}`)}</span> : null}
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
