const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the six digits on the left are written in the even way, by the first digit. */
const evenOf = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'];
const inverted = (bits: string) => bits.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));

/** The 95 modules of an EAN-13, '1' is dark. null: not thirteen digits, or the last is not their check digit. */
export function ean13(digits: string): string | null {
  if (!/^\d{13}$/.test(digits)) return null;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  if (sum % 10 !== 0) return null;
  const code = (digit: string) => left[Number(digit)] ?? '';
  const even = evenOf[Number(digits[0])] ?? '000000';
  const first = [...digits.slice(1, 7)].map((digit, at) =>
    even[at] === '1' ? [...inverted(code(digit))].reverse().join('') : code(digit),
  );
  const second = [...digits.slice(7)].map((digit) => inverted(code(digit)));
  return `101${first.join('')}01010${second.join('')}101`;
}
