import type { Department } from '#modules/departments/queries.ts';
import type { ContactCentre } from '#modules/settings/schema.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { FormLink } from '#web/ui/form-link.tsx';
import { departmentPhones } from './department-phones.ts';

/** S2-36: the contact centre with its own reading of the hours (S9-08) and the branch's showroom. */
export function CityTooltip({ branch, centre }: { branch: Department; centre: ContactCentre }) {
  return (
    <div className="tip tip--city">
      <div>
        <p className="b">Контактный центр</p>
        <p className="tip__phones num">
          {centre.phones.map((phone) => (
            <a key={phone} href={phoneHref(phone)}>
              {formatPhone(phone)}
            </a>
          ))}
        </p>
        <p className="small soft">{centre.tooltip_hours.join(', ')}</p>
        <p className="small">
          <FormLink code="callback" className="link">
            Заказать звонок
          </FormLink>
        </p>
      </div>
      <div className="tip__second">
        <p className="b">Салон-магазин</p>
        <p>
          г. {branch.city}, {branch.address}
        </p>
        <p className="tip__list num small">
          {departmentPhones(branch.phones).map(({ label, phone }) => (
            <span key={phone}>
              <span className="soft">{label} </span>
              <a href={phoneHref(phone)}>{phone}</a>
            </span>
          ))}
        </p>
        <p className="small soft">
          {workTimeLines(branch.work_time).map((line) => (
            <span key={line} className="line">
              {line}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}
