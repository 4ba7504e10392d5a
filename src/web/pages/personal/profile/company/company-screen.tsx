import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { companyRoleWords } from '#shared/company-roles.ts';
import { companyForm } from '#shared/company-rules.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { documentsUrl, reconciliationUrl, unpaidInvoicesUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { AddCompany, CompanyDetails } from './add-company.tsx';
import type { CompaniesPage, Company } from './read-companies.ts';
import { Refused } from './refused.tsx';
import { Team } from './team.tsx';

type ScreenProps = { found: CompaniesPage; answer: FormAnswer | null };

/** A person's firms: for which they buy, who belongs to them, and how another one is added. */
export function CompanyScreen({ found, answer }: ScreenProps) {
  const { companies, invitation, is_acting } = found;
  const isAlone = companies.length === 1 && !invitation;
  const title = <h1>Организации</h1>;
  const head = (
    <>
      {isAlone || invitation ? null : title}
      <Head found={found} answer={answer} />
    </>
  );
  return (
    <>
      {invitation ? (
        <section className="sheet">
          {title}
          <Invitation invitation={invitation} answer={answer} />
        </section>
      ) : null}
      {companies.length === 0 ? <section className="sheet">{head}</section> : null}
      {companies.map((company, index) => (
        <CompanySheet
          key={company.id}
          head={index === 0 ? head : null}
          isAlone={isAlone}
          company={company}
          answer={answer}
          isActing={is_acting}
          checkTerm={found.check_term}
        />
      ))}
      {is_acting ? null : <AddCompany found={found} answer={answer} />}
    </>
  );
}

/** Under the heading of the page: what was done, what a firm is for, and which firms have still to answer. */
function Head({ found, answer }: ScreenProps) {
  const { companies, requests } = found;
  return (
    <>
      <Done found={found} answer={answer} />
      {companies.length === 0 && requests.length === 0 ? (
        <>
          <p>Сейчас вы покупаете как частное лицо. Организация получает:</p>
          <dl className="lkfirm firm__gains">
            {gains.map(([name, words]) => (
              <div key={name}>
                <dt className="b">{name}</dt>
                <dd className="soft">{unbroken(words)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : companies.every(({ state }) => state === 'active') ? null : (
        <p className="soft">
          Для проверенной организации действуют цены для бизнеса. Счёт на оплату придёт на почту сразу после заказа.
        </p>
      )}
      {requests.map(({ inn, since }) => (
        <Note key={inn} kind="info" className="firm__note">
          Вы просите добавить вас в организацию с ИНН <span className="num">{inn}</span> ({since}). Ответит её владелец
          или менеджер магазина.
        </Note>
      ))}
    </>
  );
}

const gains = [
  ['Цены для бизнеса', 'Когда менеджер проверит организацию'],
  ['Счёт и УПД', 'Счёт придёт на почту сразу после заказа, УПД — после выдачи'],
  ['Сотрудники', 'Закупщик заказывает в пределах лимита, бухгалтер видит счета и акт сверки'],
] as const;

const doneWords: Record<string, string> = {
  edit: 'Данные сохранены.',
  invite: 'Приглашение отправлено.',
  revoke: 'Приглашение отозвано.',
  accept: 'Сотрудник добавлен в организацию.',
  decline: 'Просьба отклонена.',
  member: 'Изменения сохранены.',
  remove: 'Сотрудник удалён из организации.',
  leave: 'Вы вышли из организации.',
  accept_invitation: 'Вы в организации и покупаете от её имени.',
};

function Done({ found, answer }: ScreenProps) {
  const verb = found.done?.split(' ', 1)[0] ?? '';
  if (answer || verb === '') return null;
  const current = found.companies.find(({ is_current }) => is_current);
  const words =
    verb === 'switch'
      ? current
        ? `Вы покупаете от имени организации ${current.name}.`
        : 'Вы покупаете лично.'
      : verb === 'add'
        ? `Заявка принята. Проверим её${found.check_term ? ` ${found.check_term}` : ''} и напишем на почту; пока действуют розничные цены.`
        : doneWords[verb];
  return words ? (
    <Note kind="ok" role="status" className="firm__note">
      {words}
    </Note>
  ) : null;
}

function Invitation({
  invitation: { token, offer },
  answer,
}: {
  invitation: NonNullable<CompaniesPage['invitation']>;
  answer: FormAnswer | null;
}) {
  if (!offer) {
    return (
      <Note kind="warn" role="status" className="firm__note">
        Приглашение уже не действует или отправлено на другой адрес почты. Войдите с тем адресом, на который оно пришло,
        или попросите прислать новое.
      </Note>
    );
  }
  return (
    <div className="firm__note">
      <h2>Приглашение в организацию</h2>
      <p>
        <b className="b">{offer.name}</b>, <span className="num">ИНН {offer.inn}</span>. Роль:{' '}
        {offer.name_of_role.toLowerCase()}. {offer.may}
      </p>
      <Refused answer={answer} name="accept_invitation" />
      <Form method="post" className="form">
        <input type="hidden" name="token" value={token} />
        <button type="submit" className="btn btn--primary" name="intent" value="accept_invitation">
          Принять приглашение
        </button>
      </Form>
    </div>
  );
}

const states = {
  active: { badge: 'ok', words: 'Цены для бизнеса открыты' },
  checked: { badge: 'warn', words: 'Ждёт проверки' },
  suspended: { badge: 'grey', words: 'Цены для бизнеса закрыты' },
} as const;

function CompanySheet({
  head,
  isAlone,
  company,
  answer,
  isActing,
  checkTerm,
}: {
  /** Of the page, with its first firm. */
  head: ReactNode;
  /** A person's only firm heads the page: its name is read before everything else. */
  isAlone: boolean;
  company: Company;
  answer: FormAnswer | null;
  isActing: boolean;
  checkTerm: string | null;
}) {
  const { id, name, role, state, is_current, team } = company;
  const roleWords = companyRoleWords[role];
  const Heading = isAlone ? 'h1' : 'h2';
  return (
    <section className="sheet" aria-labelledby={`company-${id}`}>
      {isAlone ? null : head}
      <div className="row between firm__head">
        <Heading id={`company-${id}`}>{unbroken(name)}</Heading>
        <span className={`badge badge--${states[state].badge}`}>{states[state].words}</span>
      </div>
      {isAlone ? head : null}
      <Requisites company={company} />
      <Standing company={company} />
      <p>
        Ваша роль: <b className="b">{roleWords.name.toLowerCase()}</b>. <span className="soft">{roleWords.may}</span>
      </p>
      <OwnLimits company={company} />
      {state === 'checked' ? (
        <p className="soft">
          {unbroken(
            `Менеджер проверит организацию${checkTerm ? ` ${checkTerm}` : ''} и откроет цены для бизнеса. О решении придёт письмо.`,
          )}
        </p>
      ) : null}
      <Refused answer={answer} name="switch" company_id={id} />
      <div className="row row--wrap firm__acts">
        {is_current ? (
          <>
            <p className="state state--good">
              <Icon name="circle-check" size="s" />
              {role === 'accountant'
                ? 'Сейчас в кабинете заказы и документы этой организации'
                : 'Сейчас вы покупаете от имени этой организации'}
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="company_id" value="" />
              <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="switch">
                Покупать лично
              </button>
            </Form>
          </>
        ) : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="company_id" value={id} />
            <button type="submit" className="btn btn--primary" name="intent" value="switch">
              Покупать от её имени
            </button>
          </Form>
        )}
      </div>
      {isActing ? null : (
        <>
          {role === 'owner' && state === 'checked' ? <Edit company={company} answer={answer} /> : null}
          {team ? <Team company={company} team={team} answer={answer} isAlone={isAlone} /> : null}
          <Leave company={company} answer={answer} />
        </>
      )}
    </section>
  );
}

/**
 * What a supplier asks a firm for, to be handed on in one press, and the ways to its papers. On a phone it is folded
 * under its first number: people come for their own part of the page.
 */
function Requisites({ company }: { company: Company }) {
  const { device } = useShell();
  const { id, name, inn, kpp, ogrn, legal_address, contract, role } = company;
  const rows = [
    ['ИНН', inn],
    ['КПП', kpp],
    ['ОГРН', ogrn],
    ['Юридический адрес', legal_address],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []));
  const copied = [name, ...rows.map(({ label, value }) => `${label}: ${value}`)].join('\n');
  const numbers = (
    <dl className="firm__numbers">
      {[...rows, ...(contract ? [{ label: 'Договор с магазином', value: contract }] : [])].map(({ label, value }) => (
        <div key={label}>
          <dt className="small soft">{label}</dt>
          <dd className="num">{unbroken(value)}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <div className="firm__requisites">
      {device === 'mobile' ? (
        <details className="firm__edit">
          <summary className="link num">Реквизиты, ИНН {inn}</summary>
          {numbers}
        </details>
      ) : (
        numbers
      )}
      <div className="row row--wrap">
        <CopyButton text={copied} label={name} words="Копировать реквизиты" />
        {role === 'purchaser' ? null : (
          <Link className="btn btn--line btn--sm" to={reconciliationUrl(id)}>
            <Icon name="file-spreadsheet" size="s" />
            Акт сверки
          </Link>
        )}
        <Link className="btn btn--line btn--sm" to={documentsUrl()}>
          <Icon name="file-text" size="s" />
          Счета и УПД
        </Link>
      </div>
    </div>
  );
}

/** How many of its invoices wait and until when, and whom to ask, as the overview tells them at length. */
function Standing({ company: { unpaid, manager } }: { company: Company }) {
  if (unpaid === null && manager === null) return null;
  return (
    <dl className="firm__standing num">
      {unpaid ? (
        <div className="panel panel--quiet">
          <dt className="small soft">Не оплачено</dt>
          <dd>
            <Link className="b link state--wait" to={unpaidInvoicesUrl()}>
              {unpaid.words}
            </Link>
          </dd>
          {unpaid.due ? (
            <dd className={`small${unpaid.due.is_late ? ' b lk__late' : ''}`}>{unbroken(unpaid.due.words)}</dd>
          ) : null}
        </div>
      ) : null}
      {manager ? (
        <div className="panel panel--quiet">
          <dt className="small soft">Ваш менеджер</dt>
          <dd className="b">{unbroken(manager.name)}</dd>
          <dd className="row row--wrap">
            {manager.phone ? (
              <a className="link nowrap" href={manager.phone.href}>
                {manager.phone.words}
              </a>
            ) : null}
            {manager.email ? (
              <a className="link" href={`mailto:${manager.email}`}>
                {manager.email}
              </a>
            ) : null}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** What a purchaser orders without the owner's word, and how much of the month is left. */
function OwnLimits({ company: { role, order_limit, month_limit, ordered } }: { company: Company }) {
  if (role !== 'purchaser' || (order_limit === null && month_limit === null)) return null;
  const limits = [
    order_limit !== null && `на заказ ${formatPrice(order_limit)}`,
    month_limit !== null && `в месяц ${formatPrice(month_limit)}`,
  ].filter(Boolean);
  const left =
    month_limit === null || ordered === null
      ? ''
      : `, в этом месяце осталось ${formatPrice(Math.max(month_limit - ordered, 0))}`;
  return <p className="num">{unbroken(`Ваш лимит: ${limits.join(', ')}${left}. Что больше — согласует владелец.`)}</p>;
}

/** Until a manager has checked the firm its owner may correct what was typed; the ИНН stays. */
function Edit({ company, answer }: { company: Company; answer: FormAnswer | null }) {
  const name = `edit ${company.id}`;
  const own = answer?.form === name ? answer : null;
  const { inn, legal_address } = company;
  const values = { name: company.name, kpp: company.kpp ?? '', ogrn: company.ogrn ?? '', legal_address };
  const check = useFormCheck(companyForm, own, { prefix: `edit-${company.id}-`, values });
  return (
    <details className="firm__more" open={own !== null}>
      <summary className="link">Исправить данные</summary>
      <Form method="post" className="form" preventScrollReset {...check.form}>
        <input type="hidden" name="company_id" value={company.id} />
        <input type="hidden" name="inn" value={inn} />
        <CompanyDetails of={check} inn={inn} />
        <Refused answer={answer} name="edit" company_id={company.id} />
        <button type="submit" className="btn btn--quiet" name="intent" value="edit">
          Сохранить
        </button>
      </Form>
    </details>
  );
}

function Leave({ company, answer }: { company: Company; answer: FormAnswer | null }) {
  const isRefused = answer?.form === `leave ${company.id}`;
  return (
    <details className="firm__more firm__leave" open={isRefused}>
      <summary className="link">Выйти из организации</summary>
      <Form method="post" className="form" preventScrollReset>
        <p className="small">Вы перестанете видеть её заказы и цены. Вернуться можно по приглашению владельца.</p>
        <Refused answer={answer} name="leave" company_id={company.id} />
        <input type="hidden" name="company_id" value={company.id} />
        <button type="submit" className="btn btn--danger" name="intent" value="leave">
          Выйти
        </button>
      </Form>
    </details>
  );
}
