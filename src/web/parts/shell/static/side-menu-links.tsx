import type { MenuLink } from '#modules/content/menu-links.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { ContactCentre } from '#modules/settings/schema.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { contactsUrl, discountsUrl } from '#shared/urls.ts';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PickupPoints } from './pickup-points.tsx';

type SideMenuLinksProps = {
  branch: Department;
  /** The branch and its points, the branch first. */
  points: Department[];
  centre: ContactCentre;
  /** Rows of the side menu, after the fixed ones (S2-33). */
  links: MenuLink[];
  knows: (url: string) => boolean;
  now: Date;
};

/** S2-33: discounts, shops, services, contact centre, pickup point; the catalogue stands above (`../side-menu.tsx`). */
export function SideMenuLinks({ branch, points, centre, links, knows, now }: SideMenuLinksProps) {
  return (
    <>
      <nav aria-label="Меню">
        <a className="s s--sale" href={discountsUrl()}>
          <Icon name="percent" />
          Все скидки
        </a>
        <a className="s" href={knows(contactsUrl()) ? contactsUrl() : '#city-dialog'}>
          <Icon name="store" />
          Магазины и контакты
        </a>
        {links.map(({ name, url, icon }) => (
          <a key={url} className="s" href={url}>
            <Icon name={icon ?? 'arrow-right'} />
            {name}
          </a>
        ))}
      </nav>
      <div className="side__centre">
        <p className="soft small">Контактный центр</p>
        {centre.phones.map((phone) => (
          <a key={phone} className="side__phone num b" href={phoneHref(phone)}>
            {formatPhone(phone)}
          </a>
        ))}
        <p className="small soft">{centre.header_hours.join(', ')}</p>
        <FormLink code="callback" className="btn btn--quiet btn--wide side__call">
          <Icon name="phone-call" />
          Заказать звонок
        </FormLink>
      </div>
      <PickupPoints branch={branch} points={points} now={now} />
    </>
  );
}
