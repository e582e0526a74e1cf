// Without characters that are easily confused: l, 1, I, O, 0.
const lower = 'abcdefghijkmnpqrstuvwxyz';
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

/** A random password of fourteen characters that meets the rules of specification §5. */
export function newPassword(): string {
  const all = lower + upper + digits;
  const picked = [lower, upper, digits, ...Array.from({ length: 11 }, () => all)].map(pick);
  // The positions of the character classes are random, too.
  for (let index = picked.length - 1; index > 0; index -= 1) {
    const other = below(index + 1);
    [picked[index], picked[other]] = [picked[other] ?? '', picked[index] ?? ''];
  }
  return picked.join('');
}

function pick(from: string): string {
  return from.charAt(below(from.length));
}

/** A uniformly random integer below `limit`: values from the incomplete last range are drawn again. */
function below(limit: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value < 2 ** 32 - (2 ** 32 % limit) ? value % limit : below(limit);
}
