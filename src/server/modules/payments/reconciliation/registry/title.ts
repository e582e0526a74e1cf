import type { RegistryRow, Title } from './read-row';
import { readRegistryDay } from './values';

export const noTitle: Title = { kind: undefined, from: undefined, to: undefined };

const day = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2} \p{L}{3,8} \d{4}`;
/** «Дата платежей: 2026-11-20», «за период с 20.11.2026 по 22.11.2026» */
const dated = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:дата|период|за|date|period|for)(?![\p{L}])([^\d]{0,40})(${day})(?:\s{0,3}(?:-|–|—|по|до|to)\s{0,3}(${day}))?`,
  'giu',
);
/** Days of other things: of the contract, of the file itself. */
const otherDay = /догов|контракт|формир|созда|выгруз|отправ|contract|created|generated/i;

/** What a line above or between tables adds to what is known. */
export function readTitle(known: Title, { cells }: RegistryRow): Title {
  const text = cells
    .filter((cell) => cell !== '')
    .join(' ')
    .slice(0, 500);
  const kind = kindIn(text) ?? known.kind;
  const found = [...text.matchAll(dated)].find(([, between = '']) => !otherDay.test(between));
  const from = found?.[2] === undefined ? undefined : readRegistryDay(found[2]);
  if (from === undefined) return { ...known, kind };
  return { kind, from, to: (found?.[3] === undefined ? undefined : readRegistryDay(found[3])) ?? from };
}

/** Of «реестр возвратов платежей» the first word counts; «платежи и возвраты» says nothing. */
function kindIn(text: string): Title['kind'] {
  const [refunds, payments] = [
    text.search(/возврат|возвращ|refund/i),
    text.search(/плат[её]ж|перевод|операци|payment|transaction/i),
  ];
  if (refunds === -1 && payments === -1) return undefined;
  if (refunds === -1) return 'payment';
  if (payments === -1) return 'refund';
  if (/[,/&+]|(^|\s)(и|and)(\s|$)/i.test(text)) return undefined;
  return refunds < payments ? 'refund' : 'payment';
}
