import { redirect } from 'react-router';
import { activeOrdersUrl } from '#shared/urls.ts';

export function loader() {
  return redirect(activeOrdersUrl());
}
