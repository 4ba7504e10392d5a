/** Under the last page of a list that has more rows than can be paged through. */
export function ListEnd() {
  return <p className="rows-foot soft small">Показаны первые 10 000: чтобы увидеть другие, сузьте отбор.</p>;
}
