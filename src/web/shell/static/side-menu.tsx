import type { MenuLink } from '#modules/content/menu-links.ts';
import type { Department } from '#modules/departments/queries.ts';
import { contactCentreHours, contactCentrePhones } from '#shared/constants.ts';
import { phoneHref } from '#shared/phone.ts';
import { catalogUrl, contactsUrl, discountsUrl } from '#shared/urls.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { FormLink } from '#web/forms/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';

type SideMenuProps = {
  branch: Department;
  nearest: Department;
  /** Rows of the side menu, after the fixed ones (S2-33). */
  links: MenuLink[];
  knows: (url: string) => boolean;
};

/** S2-33: discounts, catalogue, shops, services, contact centre, nearest pickup point. */
export function SideMenu({ branch, nearest, links, knows }: SideMenuProps) {
  const open = openState(nearest.hours, nearest.hour_exceptions, nearest.time_zone);
  return (
    <>
      <nav aria-label="Меню">
        <a className="s s--sale" href={discountsUrl()}>
          <Icon name="percent" />
          Все скидки
        </a>
        <a className="s" href={catalogUrl()} data-opens="categories">
          <Icon name="layout-grid" />
          Каталог
          <Icon name="chevron-right" />
        </a>
        <a className="s" href={knows(contactsUrl()) ? contactsUrl() : '#city-dialog'}>
          <Icon name="store" />
          Магазины
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
        <a className="side__phone num b" href={phoneHref(contactCentrePhones[0])}>
          {contactCentrePhones[0]}
        </a>
        <p className="small soft">{contactCentreHours.header.join(', ')}</p>
        <FormLink code="callback" className="btn btn--quiet btn--wide side__call">
          <Icon name="phone-call" />
          Заказать звонок
        </FormLink>
      </div>
      <div className="side__point panel panel--quiet">
        <p className="soft small">Ближайший пункт выдачи</p>
        <p className="b">
          {branch.city}, {nearest.address}
        </p>
        <p className="small">
          {open.words}
          {open.note && ` (${open.note})`}
          <br />
          <span className="soft">{workTimeLines(nearest.work_time).join(', ')}</span>
        </p>
      </div>
    </>
  );
}
