import { shop } from '#web/context.ts';
import { requireAccount } from '#web/require-account.ts';
import type { Route } from './+types/route.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Личный кабинет — ИДД' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { full_name, company } = requireAccount(context.get(shop).visit, request);
  return { full_name, company: company && { name: company.name, inn: company.inn } };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { full_name, company } = loaderData;
  return (
    <section className="sheet">
      <h1>Личный кабинет</h1>
      <p className="soft">{company ? `${full_name}, ${company.name}` : full_name}</p>
    </section>
  );
}
