import { branchesOf } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { escapeHtml } from '#shared/html.ts';
import { lonePage } from './lone-page.ts';

/**
 * Page for a host where no branch lives: never another city's prices, but the way to each city. `phones` are the
 * contact centre's, `stylesheets` the built ones.
 */
export function unknownHostPage(
  departments: Department[],
  origin: string,
  mainDomain: string,
  phones: string[],
  stylesheets: string[],
): string {
  const cities = branchesOf(departments).map(
    (branch) =>
      `<li><a href="${escapeHtml(branchOrigin(branch, origin, mainDomain))}/">${escapeHtml(branch.name_for_site)}</a></li>`,
  );
  return lonePage(
    {
      code: 404,
      title: 'Такого магазина нет',
      heading: 'По этому адресу магазина нет',
      text: 'Выберите ближайший к Вам магазин: цены и остатки у каждого филиала свои.',
      more: `<ul class="citylist">${cities.join('')}</ul>`,
    },
    phones,
    stylesheets,
  );
}
