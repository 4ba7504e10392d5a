import type { DeviceType } from '#platform/device.ts';
import { categoryUrl } from '#shared/urls.ts';
import type { MenuCategory } from '#web/parts/request/shell-menu.server.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';

export type MenuBrand = { slug: string; name: string };

type CatalogPanelProps = {
  menu: MenuCategory[];
  /** Of each root, in the menu's order; not asked for on mobile. */
  brands: MenuBrand[][];
  device: DeviceType;
};

/** A group shows this many links at most, then «Все». */
const groupLimit = 8;

/**
 * Desktop: roots at the left, the groups of the chosen one at the right, their third level visible. Mobile: folded
 * lists.
 */
export function CatalogPanel({ menu, brands, device }: CatalogPanelProps) {
  if (device === 'mobile') return <FoldedMenu menu={menu} />;
  return (
    <>
      <div className="mega__l">
        {menu.map(({ code, name }, index) => (
          <a key={code} href={categoryUrl(code)} data-root={index} className={index === 0 ? 'is-on' : undefined}>
            {name}
            <Icon name="chevron-right" size="s" />
          </a>
        ))}
      </div>
      {menu.map((root, index) => (
        <div key={root.code} className="mega__r" data-pane={index} hidden={index > 0}>
          <div className="mega__groups">
            {root.children.map((group) => (
              <Group key={group.code} group={group} />
            ))}
            <div className="mega__all">
              <a href={categoryUrl(root.code)}>Все товары раздела «{root.name}»</a>
            </div>
          </div>
          <Aside root={root} brands={brands[index] ?? []} />
        </div>
      ))}
    </>
  );
}

/** What else there is of a root: its picture and its brands, where the shop has them. */
function Aside({ root, brands }: { root: MenuCategory; brands: MenuBrand[] }) {
  if (!root.illustration && brands.length === 0) return null;
  return (
    <div className="mega__aside">
      {root.illustration ? (
        <Picture path={root.illustration} preset="contain" width={192} height={192} alt="" className="mega__pic" />
      ) : null}
      {brands.length > 0 ? (
        <>
          <p className="mega__h">Бренды</p>
          <div className="chips">
            {brands.map(({ slug, name }) => (
              <a key={slug} className="chip" href={`${categoryUrl(root.code)}?brand=${slug}`} rel="nofollow">
                {name}
              </a>
            ))}
          </div>
        </>
      ) : null}
    </div>
  );
}

function Group({ group }: { group: MenuCategory }) {
  return (
    <div>
      <p className="mega__h">
        <a href={categoryUrl(group.code)}>{group.name}</a>
      </p>
      {group.children.slice(0, groupLimit).map(({ code, name }) => (
        <a key={code} href={categoryUrl(code)}>
          {name}
        </a>
      ))}
      {group.children.length > 0 && (
        <a href={categoryUrl(group.code)} className="mega__more" aria-label={`Все: ${group.name}`}>
          Все
        </a>
      )}
    </div>
  );
}

function FoldedMenu({ menu }: { menu: MenuCategory[] }) {
  return (
    <>
      {menu.map((root) =>
        root.children.length === 0 ? (
          <a key={root.code} className="s" href={categoryUrl(root.code)}>
            {root.name}
          </a>
        ) : (
          <details key={root.code} name="categories">
            <summary className="s">
              {root.name}
              <Icon name="chevron-down" />
            </summary>
            <a className="side__all" href={categoryUrl(root.code)} aria-label={`Все: ${root.name}`}>
              Все
            </a>
            {root.children.map(({ code, name }) => (
              <a key={code} href={categoryUrl(code)}>
                {name}
              </a>
            ))}
          </details>
        ),
      )}
    </>
  );
}
