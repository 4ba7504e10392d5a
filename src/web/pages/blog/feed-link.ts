import type { MetaDescriptor } from 'react-router';
import { blogFeedUrl } from '#shared/urls.ts';

/** Readers of feeds find the blog's by this line of the head. */
export const feedLink: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Блог ИДД',
  href: blogFeedUrl(),
};
