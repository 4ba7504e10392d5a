import { data } from 'react-router';

/** A code's target is looked up, never taken from the address; what is not known is 404 with the search. */
export function loader(): never {
  throw data({ code: 404 }, { status: 404 });
}

export default function UnknownCode() {
  return null;
}
