import type { ReactNode } from 'react';
import type { MenuLink } from '#modules/content/menu-links.ts';
import type { Department } from '#modules/departments/queries.ts';
import { fixedForms } from '#modules/forms/fixed-forms.ts';
import type { Company } from '#modules/settings/schema.ts';
import type { DeviceType } from '#platform/device.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { newTicketUrl, privacyUrl } from '#shared/urls.ts';
import { shopLogo } from '#web/parts/request/shop-logo.ts';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import allMethods from '../../../images/payment-methods.svg?url';
import methodsOnReceipt from '../../../images/payment-methods-on-receipt.svg?url';
import { departmentPhones } from './department-phones.ts';
import { SubscriptionSection } from './subscription-section.tsx';

type Column = { title: string; links: [string, string][] };

/** What an order can really be paid with, and the picture that says so. */
const payments = {
  online: { picture: allMethods, width: 432, words: 'карта, СБП, наличные, счёт, кредит' },
  onReceipt: { picture: methodsOnReceipt, width: 264, words: 'карта, наличные, счёт' },
};

type FooterProps = {
  branch: Department;
  company: Company;
  device: DeviceType;
  year: number;
  knows: (url: string) => boolean;
  takesPayments: boolean;
  /** Rows of the footer's columns, in their order. */
  links: MenuLink[];
  /** SITE_CODE, for the subscription's calls. */
  site: string;
};

/** S2-42. Links lead only to pages the shop has. */
export function Footer({ branch, company, device, year, knows, takesPayments, links, site }: FooterProps) {
  const ways = takesPayments ? payments.online : payments.onReceipt;
  const numbers = [company.inn && `ИНН ${company.inn}`, company.ogrn && `ОГРН ${company.ogrn}`].filter(Boolean);
  const shown = columnsOf(links.filter(({ url }) => knows(url)));
  return (
    <>
      <PrintHead
        branch={branch}
        logo={shopLogo(company, 'desktop').src}
        company={[company.name, ...numbers].join(', ')}
      />
      <SubscriptionSection site={site} />
      <footer className="foot" data-ground="dark">
        <div className="wrap">
          <div className="foot__cols">
            {shown.map(({ title, links }) =>
              device === 'mobile' ? (
                <Folded key={title} title={title}>
                  <Links links={links} />
                </Folded>
              ) : (
                <div key={title}>
                  <h2>{title}</h2>
                  <Links links={links} />
                </div>
              ),
            )}
            <Contacts branch={branch} email={branch.email ?? company.email} device={device} />
          </div>
          <div className="foot__line">
            <img
              className="pays"
              src={ways.picture}
              width={ways.width}
              height="30"
              loading="lazy"
              alt={`Способы оплаты: ${ways.words}`}
            />
            {company.vk_url && (
              <a href={company.vk_url} className="row" target="_blank" rel="noopener noreferrer">
                <Icon name="message-circle" />
                Мы во ВКонтакте
              </a>
            )}
          </div>
          <div className="foot__legal">
            <span>
              © {year} {company.name}
            </span>
            {numbers.length > 0 && <span className="num">{numbers.join(', ')}</span>}
            {knows(privacyUrl()) && <a href={privacyUrl()}>Политика конфиденциальности</a>}
            <a href={newTicketUrl()}>Техническая поддержка</a>
          </div>
        </div>
      </footer>
    </>
  );
}

/**
 * On paper alone, above the page (footer.css): whose page it is, and, where a script runs
 * (`dialogs/footer-scripts.tsx`), when it was printed.
 */
function PrintHead({ branch, logo, company }: { branch: Department; logo: string; company: string }) {
  const [first] = departmentPhones(branch.phones);
  return (
    <div className="print-head">
      <img src={logo} alt="" width="100" height="36" />
      <p>
        {company}
        <br />
        {unbroken(`г. ${branch.city}, ${branch.address}`)}
        {first && `, ${first.phone}`}
        {branch.email && `, ${branch.email}`}
      </p>
      <p className="num" data-printed />
    </div>
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

/** A part of the footer on a phone. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="acc">
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      {children}
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

/** S2-26: the forms that open from any page; those of signing in are behind the login button. */
const globalForms = ['callback', 'consultation', 'delivery', 'business_card', 'estimate'] as const;

type ContactsProps = { branch: Department; email: string | null; device: DeviceType };

function Contacts({ branch, email, device }: ContactsProps) {
  const forms = (
    <ul className="foot__forms">
      {globalForms.map((code) => (
        <li key={code}>
          <FormLink code={code}>{fixedForms[code].name}</FormLink>
        </li>
      ))}
    </ul>
  );
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
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      <p className="soft">{unbroken(`г. ${branch.city}, ${branch.address}`)}</p>
      {device === 'mobile' ? <Folded title="Заявки">{forms}</Folded> : forms}
    </div>
  );
}
