import { Link } from 'react-router';
import { catalogUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

export function CatalogMenu() {
  return (
    <Link className="btn btn--primary head__cat" to={catalogUrl()}>
      <Icon name="layout-grid" />
      Каталог
    </Link>
  );
}
