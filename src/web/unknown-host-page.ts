import { branchesOf } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { escapeHtml } from '#shared/html.ts';

/** Page for a host where no branch lives: never another city's prices, but the way to each city. `stylesheets` are the built ones. */
export function unknownHostPage(
  departments: Department[],
  origin: string,
  mainDomain: string,
  stylesheets: string[],
): string {
  const cities = branchesOf(departments).map(
    (branch) =>
      `<li><a class="link" href="${escapeHtml(branchOrigin(branch, origin, mainDomain))}/">${escapeHtml(branch.name_for_site)}</a></li>`,
  );
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Такого магазина нет — ИДД</title>${stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('')}</head>
<body><main class="wrap" style="padding-block:48px"><h1>По этому адресу магазина нет</h1>
<p style="margin-block:16px 24px">Выберите свой город: цены и остатки у каждого филиала свои.</p>
<ul style="columns:3 12rem;line-height:2.2">${cities.join('')}</ul></main></body></html>`;
}
