import type { ComponentProps, ComponentType } from 'react';
import type { Link as RouterLink } from 'react-router';
import { expect, test, vi } from 'vitest';

// JSX of a test is compiled for development, and React answers to it there alone.
vi.stubEnv('NODE_ENV', 'development');
const { createElement } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const router = await import('react-router');
const { Link } = await import('./link.tsx');

type Props = ComponentProps<typeof RouterLink>;

/** The link as it stands on a page of the catalogue. */
function markupOf(link: ComponentType<Props>, props: Props): string {
  const page = createElement(router.StaticRouter, { location: '/catalog/?q=x' }, createElement(link, props, 'Клей'));
  return renderToStaticMarkup(page);
}

test.each<Props>([
  { to: '/delivery/' },
  { to: '/', className: 'head__logo', 'aria-label': 'На главную' },
  { to: '/catalog/?q=%D0%BA%D0%BB%D0%B5%D0%B9&page=2#goods', prefetch: 'none', rel: 'nofollow' },
  { to: '/compare/', replace: true, preventScrollReset: true, state: { from: 'list' }, title: 'Сравнить «всё»' },
  { to: '/login/', reloadDocument: true, 'aria-current': 'page' },
  { to: '?sum=5000' },
  { to: '#reviews' },
  { to: { pathname: '/order/', search: '?n=1', hash: '#pay' } },
])('the server draws a link as the browser will: %j', (props) => {
  expect(markupOf(Link, props)).toBe(markupOf(router.Link as ComponentType<Props>, { discover: 'none', ...props }));
});
