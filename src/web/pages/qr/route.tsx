import { notFound } from '#web/parts/request/page-failure.ts';

/** A code's target is looked up, never taken from the address; what is not known is 404 with the search. */
export function loader(): never {
  throw notFound();
}

export default function UnknownCode() {
  return null;
}
