import { readRegistryDay, readSum } from '@/server/modules/payments/reconciliation/registry/values';

/** What stands above and below the table of a statement. Kopecks. */
export interface StatementTitles {
  account: string | null;
  firstDay: string | null;
  lastDay: string | null;
  opening: number | null;
  closing: number | null;
  outgo: number | null;
  income: number | null;
}

export const noTitles = (): StatementTitles => ({
  account: null,
  firstDay: null,
  lastDay: null,
  opening: null,
  closing: null,
  outgo: null,
  income: null,
});

const longest = 1000;
const day = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2} \p{L}{3,8} \d{4}`;
const period = new RegExp(String.raw`(?:период|за|from)[^\d]{0,30}(${day})[^\d]{0,30}(${day})`, 'iu');
const first = new RegExp(String.raw`(?:начальная дата|дата начала|период с)[^\d]{0,20}(${day})`, 'iu');
const last = new RegExp(
  String.raw`(?:конечная дата|дата окончания|дата конца|период по)[^\d]{0,20}(${day})`,
  'iu',
);
const ownAccount = /(?<!\d)(\d{20})(?!\d)/;

const openingWords =
  /входящий остаток|остаток входящий|(?:остаток|средства|сальдо) (?:на|в) начал|начальный остаток|входящее сальдо|сальдо входящее|opening balance/i;
const closingWords =
  /исходящий остаток|остаток исходящий|(?:остаток|средства|сальдо) (?:на|в) кон|конечный остаток|исходящее сальдо|сальдо исходящее|closing balance/i;
const turnoverWords = /^\s*(?:итого|всего|обороты|оборот)(?!.{0,20}за день)|итого оборот/i;

/** Adds what a row outside of the table says. The first of each word counts, as totals of days repeat them. */
export function readTitles(known: StatementTitles, cells: readonly string[]): void {
  const text = cells.filter(Boolean).join(' ').slice(0, longest);
  known.account ??= ownAccount.exec(text)?.[1] ?? null;
  const [, from, to] = period.exec(text) ?? [];
  known.firstDay ??= dayIn(from ?? first.exec(text)?.[1]);
  known.lastDay ??= dayIn(to ?? last.exec(text)?.[1]);
  known.opening ??= balanceOf(cells, openingWords);
  known.closing ??= balanceOf(cells, closingWords);
}

/** A row of totals has no day: turnovers of the whole file. */
export function readTurnovers(
  known: StatementTitles,
  cells: readonly string[],
  at: { debit: number | undefined; credit: number | undefined },
): boolean {
  const text = cells.filter(Boolean).join(' ').slice(0, longest);
  if (!turnoverWords.test(text)) return false;
  const sums = cells.flatMap((cell, place) => {
    const sum = cell === '' ? undefined : readSum(cell);
    return sum === undefined ? [] : [{ place, sum }];
  });
  const [one, two] = sums;
  const [debit, credit] = [at.debit, at.credit].map((place) => sums.find((sum) => sum.place === place)?.sum);
  if (debit !== undefined && credit !== undefined) [known.outgo, known.income] = [Math.abs(debit), credit];
  else if (one && two && sums.length === 2) [known.outgo, known.income] = [Math.abs(one.sum), two.sum];
  else if (one && sums.length === 1) {
    const isOut = /дебет|списан/i.test(text) || one.place === at.debit;
    known[isOut ? 'outgo' : 'income'] = isOut ? Math.abs(one.sum) : one.sum;
  }
  return true;
}

const dayIn = (text: string | undefined): string | null =>
  (text === undefined ? undefined : readRegistryDay(text)) ?? null;

/** «Входящий остаток RUB: 100,00», or with sums in the cells behind: of two, debit and credit, the account has the second. */
function balanceOf(cells: readonly string[], words: RegExp): number | null {
  const at = cells.findIndex((cell) => words.test(cell));
  const cell = cells[at];
  if (cell === undefined) return null;
  const [, behind = ''] = /:\s*([^|:]{1,40})$/.exec(cell.slice(cell.search(words))) ?? [];
  const own = behind.trim() === '' ? undefined : readSum(behind);
  if (own !== undefined) return own;
  const sums: number[] = [];
  for (const text of cells.slice(at + 1)) {
    const sum = readSum(text.replace(/\s?\([ПАпа]\)$/, ''));
    if (sum !== undefined) sums.push(sum);
    else if (/\p{L}/u.test(text)) break;
  }
  const [one, two] = sums;
  if (one === undefined) return null;
  return two === undefined ? one : two - one;
}
