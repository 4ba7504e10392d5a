/** Strings numbered in the order they came. */
export class Numbered {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  numberOf(text: string): number {
    let found = this.#numbers.get(text);
    if (found === undefined) {
      found = this.texts.length;
      this.#numbers.set(text, found);
      this.texts.push(text);
    }
    return found;
  }
}

/** Terms and marks of all rows, end to end; grows by doubling. */
export class Pairs {
  terms = new Uint32Array(65_536);
  marks = new Uint8Array(65_536);
  length = 0;
  push(term: number, where: number): number {
    if (this.length === this.terms.length) {
      const terms = new Uint32Array(this.length * 2);
      terms.set(this.terms);
      this.terms = terms;
      const marks = new Uint8Array(this.length * 2);
      marks.set(this.marks);
      this.marks = marks;
    }
    this.terms[this.length] = term;
    this.marks[this.length] = where;
    return this.length++;
  }
}
