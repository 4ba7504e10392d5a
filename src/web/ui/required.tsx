/** The star of what has to be filled in; programs that read aloud read `aria-required`. */
export function Required() {
  return (
    <span className="req" aria-hidden="true">
      {' '}
      *
    </span>
  );
}
