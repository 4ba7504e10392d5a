import type { MenuLink } from '#modules/content/menu-links.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Device } from '#platform/device.ts';
import { company } from '#shared/company.ts';
import { phoneHref } from '#shared/phone.ts';
import { newTicketUrl, privacyUrl } from '#shared/urls.ts';
import { FormLink } from '#web/forms/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { departmentPhones } from './department-phones.ts';
import { SubscriptionSection } from './subscription-section.tsx';

type Column = { title: string; links: [string, string][] };

/** What an order can really be paid with. */
const payments: { icon: string; name: string; isOnline: boolean }[] = [
  { icon: 'credit-card', name: 'Карта', isOnline: false },
  { icon: 'qr-code', name: 'СБП', isOnline: true },
  { icon: 'banknote', name: 'Наличные', isOnline: false },
  { icon: 'file-text', name: 'Счёт', isOnline: false },
  { icon: 'wallet', name: 'Кредит', isOnline: true },
];

type FooterProps = {
  branch: Department;
  device: Device;
  year: number;
  knows: (url: string) => boolean;
  takesPayments: boolean;
  /** Rows of the footer's columns, in their order. */
  links: MenuLink[];
  /** SITE_CODE, for the subscription's calls. */
  site: string;
};

/** S2-42. Links lead only to pages the shop has. */
export function Footer({ branch, device, year, knows, takesPayments, links, site }: FooterProps) {
  const ways = payments.filter(({ isOnline }) => takesPayments || !isOnline);
  const shown = columnsOf(links.filter(({ url }) => knows(url)));
  return (
    <>
      <SubscriptionSection site={site} />
      <footer className="foot" data-ground="dark">
        <div className="wrap">
          <div className="foot__cols">
            {shown.map((column) =>
              device === 'mobile' ? (
                <FoldedColumn key={column.title} {...column} />
              ) : (
                <OpenColumn key={column.title} {...column} />
              ),
            )}
            <Contacts branch={branch} />
          </div>
          <div className="foot__line">
            <div className="pays" role="img" aria-label={`Способы оплаты: ${ways.map(({ name }) => name).join(', ')}`}>
              {ways.map(({ icon, name }) => (
                <span key={name}>
                  <Icon name={icon} size="s" />
                  {name}
                </span>
              ))}
            </div>
            <a href={company.vk_url} className="row" target="_blank" rel="noopener noreferrer">
              <Icon name="message-circle" />
              Мы во ВКонтакте
            </a>
          </div>
          <div className="foot__legal">
            <span>
              © {year} {company.name}
            </span>
            <span className="num">
              ИНН {company.inn}, ОГРН {company.ogrn}
            </span>
            {knows(privacyUrl()) && <a href={privacyUrl()}>Политика конфиденциальности</a>}
            <a href={newTicketUrl()}>Техническая поддержка</a>
          </div>
        </div>
      </footer>
    </>
  );
}

/** Columns in the order of their first links. */
function columnsOf(links: MenuLink[]): Column[] {
  const columns = new Map<string, [string, string][]>();
  for (const { column_title, name, url } of links) {
    const known = columns.get(column_title);
    if (known) known.push([name, url]);
    else columns.set(column_title, [[name, url]]);
  }
  return [...columns].map(([title, links]) => ({ title, links }));
}

function OpenColumn({ title, links }: Column) {
  return (
    <div>
      <h2>{title}</h2>
      <Links links={links} />
    </div>
  );
}

function FoldedColumn({ title, links }: Column) {
  return (
    <details className="acc">
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <Links links={links} />
    </details>
  );
}

function Links({ links }: { links: [string, string][] }) {
  return (
    <ul>
      {links.map(([name, url]) => (
        <li key={url}>
          <a href={url}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

function Contacts({ branch }: { branch: Department }) {
  const email = branch.email ?? company.email;
  return (
    <div className="foot__contacts">
      <h2>Контакты филиала</h2>
      <div className="foot__phones num">
        {departmentPhones(branch.phones).map(({ label, phone }) => (
          <div key={phone}>
            <span className="soft">{label}</span>
            <a href={phoneHref(phone)}>{phone}</a>
          </div>
        ))}
      </div>
      <p>
        <FormLink code="callback">Заказать звонок</FormLink>
      </p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="soft">
        г. {branch.city}, {branch.address}
      </p>
    </div>
  );
}
