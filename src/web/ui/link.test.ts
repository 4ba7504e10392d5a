import { type ComponentProps, type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link as RouterLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

type Props = ComponentProps<typeof RouterLink>;

/** The link as it stands on a page of the catalogue. */
function markupOf(link: ComponentType<Props>, props: Props): string {
  const page = createElement(StaticRouter, { location: '/catalog/?q=x' }, createElement(link, props, 'Клей'));
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
  expect(markupOf(Link, props)).toBe(markupOf(RouterLink as ComponentType<Props>, { discover: 'none', ...props }));
});
