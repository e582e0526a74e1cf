/** A small seeded random generator: the same demo data on every machine. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  next: () => number;
  /** An integer from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, whole: (least, most) => least + Math.floor(next() * (most - least + 1)) };
}

const hour = 3600_000;
const day = 24 * hour;

/**
 * Times of a row within the last days, a year by default; a third of the rows were edited later. A larger `lean` gives
 * more recent rows.
 */
export function pastMoments(
  random: Random,
  now: Date,
  { days = 365, lean = 1.6 }: { days?: number; lean?: number } = {},
): { created_at: Date; updated_at: Date } {
  const age = Math.floor(random.next() ** lean * days * day) + hour;
  const created = now.getTime() - age;
  const edited = random.next() < 0.35 ? created + random.next() * (age - 600_000) : created;
  return { created_at: new Date(created), updated_at: new Date(edited) };
}

/** Midnight in Moscow, this many days from today; Moscow is UTC+3 all year. */
export function midnight(now: Date, days: number): Date {
  const moscow = Math.floor((now.getTime() + 3 * hour) / day) * day;
  return new Date(moscow - 3 * hour + days * day);
}
