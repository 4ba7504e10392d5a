import type { Department } from '#modules/departments/queries.ts';
import { Icon } from '#web/ui/icon.tsx';

/** S2-35, S2-39: one row per branch in Russian order; addresses are filled in per page. */
export function CityList({ branches, current }: { branches: Department[]; current: string }) {
  return (
    <ul className="citylist">
      {branches.map((branch, index) => {
        const isCurrent = branch.id_1c === current;
        return (
          <li key={branch.id_1c}>
            <a
              href={`#${index}`}
              data-city={branch.id_1c}
              data-name={branch.name_for_site}
              data-place={branch.latitude && branch.longitude ? `${branch.latitude},${branch.longitude}` : undefined}
              aria-current={isCurrent || undefined}
              className={isCurrent ? 'is-on' : undefined}
            >
              {branch.name_for_site}
              <span className="city__far small soft" />
              {isCurrent && <Icon name="check" size="s" />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
