import type { DeviceType } from '#platform/device.ts';
import { catalogUrl } from '#shared/urls.ts';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

type ElsewhereProps = { name: string; city: string; crumbs: Crumb[]; parent: Crumb; device: DeviceType };

/** A category that this branch does not keep: said plainly, with ways out. */
export function CategoryElsewhere({ name, city, crumbs, parent, device }: ElsewhereProps) {
  return (
    <>
      <PageHead crumbs={crumbs} title={name} device={device} />
      <div className="empty">
        <Icon name="map-pin" size="l" />
        <h2>Нет {city}</h2>
        <p className="soft">
          В этом филиале раздела «{name}» нет. Он может быть в другом городе: сменить город можно вверху страницы.
        </p>
        <Link className="btn btn--primary" to={parent.url}>
          {parent.name}
        </Link>
        <Link className="link" to={catalogUrl()}>
          Весь каталог
        </Link>
      </div>
    </>
  );
}
