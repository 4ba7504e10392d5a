import type { ReactNode } from 'react';
import { phoneHref } from '#shared/phone.ts';
import { newTicketUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/route.ts';

const OpenNow = deferred(() => import('#web/parts/maps/open-now.tsx').then((loaded) => loaded.OpenNow), { soon: true });

type ReachProps = Pick<Route.ComponentProps['loaderData'], 'phones' | 'email' | 'city' | 'form' | 'points' | 'at'>;

/**
 * Whom to call and where to write: the branch by its departments, which also calls back, the contact centre of all
 * cities, letters.
 */
export function Reach({ phones, email, city, form, points, at }: ReachProps) {
  const { contact_centre } = useShell();
  const [main, ...others] = phones;
  const branch = points.find(({ is_branch }) => is_branch);
  return (
    <div className="reach">
      {main ? (
        <Way icon="phone" title={`Магазин ${city}`}>
          <Phone phone={main.phone} />
          <p className="small soft">{main.label}</p>
          <div className="row row--wrap reach__now">
            {branch ? (
              <OpenNow
                hours={branch.hours}
                exceptions={branch.exceptions}
                time_zone={branch.time_zone}
                at={at}
                isPhone
              />
            ) : null}
            <FormLink code="callback" className="link">
              Заказать звонок
            </FormLink>
          </div>
          <dl className="reach__others small">
            {others.map(({ label, phone }) => (
              <div key={phone}>
                <dt className="soft">{label}</dt>
                <dd>
                  <a className="link num nowrap" href={phoneHref(phone)}>
                    {phone}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
        </Way>
      ) : null}
      {contact_centre.phone ? (
        <Way icon="headphones" title="Контакт-центр всех городов">
          <Phone phone={contact_centre.phone} />
          <p className="small soft num">{contact_centre.hours}</p>
        </Way>
      ) : null}
      <Way icon="mail" title="Написать">
        {email ? (
          <a className="link b reach__mail" href={`mailto:${email}`}>
            {email}
          </a>
        ) : null}
        <Link className="link" to={newTicketUrl()}>
          Вопрос о заказе, оплате, возврате
        </Link>
        {form ? (
          <a className="link" href="#feedback">
            Благодарность или жалоба
          </a>
        ) : null}
      </Way>
    </div>
  );
}

function Way({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <section className="panel panel--quiet reach__way">
      <h2 className="h3">
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </section>
  );
}

function Phone({ phone }: { phone: string }) {
  return (
    <a className="reach__phone num" href={phoneHref(phone)}>
      {phone}
    </a>
  );
}
