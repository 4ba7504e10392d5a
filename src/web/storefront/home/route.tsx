import { shop } from '#web/context.ts';
import type { Route } from './+types/route.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { visit } = context.get(shop);
  return { city: visit.department.city };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <h1>Ваш город: {loaderData.city}</h1>;
}
