/** Money that an acquirer took from a buyer or gave back, as its registry and its settlements know it. Sums are kopecks. */
export interface Movement {
  kind: 'payment' | 'refund' | 'chargeback';
  /** Of the payment, or of the refund where it has an id of its own. */
  id: string;
  paymentId: string;
  /** Name of the attempt, as the shop sent it. */
  key: string;
  method: string;
  description: string;
  amount: number;
  currency: string;
  /** What the acquirer keeps, with the VAT on it; nothing of it returns with a refund. */
  fee: number;
  created: number;
  at: number;
}

/** 2.8 % and the VAT on it. */
export const acquirerFee = (amount: number) => Math.round((amount * 3416) / 100_000);

/** What the acquirer owes for it. */
export const netAmount = ({ kind, amount, fee }: Movement) => (kind === 'payment' ? amount - fee : -amount);

const dayMs = 86_400_000;
/** Moscow has no summer time. */
const moscowMs = 3 * 3_600_000;

/** Number of the day in Moscow. */
export const moscowDays = (time: number) => Math.floor((time + moscowMs) / dayMs);

/** `2026-11-27`, in Moscow. */
export const moscowDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Day of a date like `2026-11-27`; undefined for anything else. */
export function dayIn(date: unknown): number | undefined {
  const time = typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time / dayMs;
}

/** `27.11.2026 12:00:00`, in Moscow. */
export function timeText(time: number): string {
  const [date = '', clock = ''] = new Date(time + moscowMs).toISOString().split('T');
  return `${date.split('-').reverse().join('.')} ${clock.slice(0, 8)}`;
}

/** Roubles with two decimals and a point. */
export function rubles(kopecks: number): string {
  const sum = Math.abs(kopecks);
  return `${kopecks < 0 ? '-' : ''}${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, '0')}`;
}
