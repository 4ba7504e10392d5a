/** The star of what has to be filled in; programs that read aloud are told by `aria-required`. */
export function Required() {
  return (
    <span className="req" aria-hidden="true">
      {' '}
      *
    </span>
  );
}
