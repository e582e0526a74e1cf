import type { StatementField } from '@/contract/payments/statement-columns';
import { wordsOf } from '@/server/modules/payments/reconciliation/registry/columns';

export interface StatementColumn {
  at: number;
  /** As the file has it. */
  heading: string;
  rank: number;
}

/** Banks write fewer than a hundred; a row of thousands is no heading, and looking at all of it would stop everybody. */
export const maxHeadings = 300;

export type StatementColumns = ReadonlyMap<StatementField, StatementColumn>;

/** A heading in two rows: the upper one names groups, whose cells to the right are empty where they were merged. */
export function joinHeadings(upper: readonly string[], lower: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [above, below] = [upper[at] ?? '', lower[at] ?? ''];
    if (above !== '') group = above;
    // A column that is one cell of two rows ends the group.
    if (below === '') return above;
    return group === '' || group === below ? below : `${group} ${below}`;
  });
}

/** What the headings of a row name; banks differ in words and order (docs/formats.md). */
export function matchStatementColumns(cells: readonly string[]): StatementColumns {
  const found = new Map<StatementField, StatementColumn>();
  for (const [at, heading] of cells.slice(0, maxHeadings).entries()) {
    const words = heading === '' ? '' : wordsOf(heading);
    const rule = words === '' ? undefined : rules.find(({ when }) => when(words));
    if (!rule) continue;
    const column = { at, heading, rank: rule.rank?.(words) ?? 0 };
    const known = found.get(rule.field);
    if (!known || column.rank < known.rank) found.set(rule.field, column);
  }
  return found;
}

/** A day and a purpose, and sides that a registry of an acquirer does not name. */
export const isStatementTable = (columns: StatementColumns): boolean =>
  columns.has('day') &&
  columns.has('purpose') &&
  (columns.has('debit') ||
    columns.has('credit') ||
    (columns.has('amount') && [...columns.keys()].some((field) => /^(?:party|payer|payee)/.test(field))));

const isSide = (side: RegExp, what: RegExp) => (words: string) => side.test(words) && what.test(words);
const party = /контрагент|контр( |$)|корр(еспондент|$)|counterparty/;
const payer = /плательщик|отправител|payer|sender|(^| )плат( |$)|^plat /;
const payee = /получател|payee|recipient|beneficiary|(^| )получ( |$)|^pol /;
const inn = /(^| )(инн|inn)( |$)/;
const account = /(^| )(р с|расч[её]тный|сч[её]т|счета|account|acc|iban)( |$)/;
const bic = /(^| )(бик|bic)( |$)/;
const name =
  /^(?:(?:полное |краткое )?(?:наименование|название|имя|name) |контрагент$|корреспондент$|плательщик$|получатель$|отправитель$)| (?:наименование|название|name)$/;
const bankOf = /банк|bank|корр? сч|кпп|kpp|договор/;

const partyRules = (['party', 'payer', 'payee'] as const).flatMap((side) => {
  const of = { party, payer, payee }[side];
  return [
    { field: `${side}Inn` as const, when: isSide(of, inn) },
    { field: `${side}Bic` as const, when: isSide(of, bic) },
    {
      field: `${side}Account` as const,
      when: (words: string) => of.test(words) && account.test(words) && !bankOf.test(words),
    },
    {
      field: `${side}Name` as const,
      when: (words: string) => of.test(words) && name.test(words) && !bankOf.test(words),
    },
  ];
});

const rules: readonly {
  field: StatementField;
  when: (words: string) => boolean;
  rank?: (words: string) => number;
}[] = [
  ...partyRules,
  {
    field: 'day',
    when: (words) => /^(дата|date)( |$)/.test(words) && !/формиров|выгрузк|создан|получени|recip/.test(words),
    // Books follow the day on which the account changed, not that of the document.
    rank: (words) =>
      /проводк|проведен|операци|списан|зачислен|posting|booking|oper/.test(words)
        ? 0
        : /документ/.test(words)
          ? 2
          : 1,
  },
  {
    field: 'kind',
    when: (words) =>
      /^(тип операции|тип|направление|дебет кредит|приход расход|вид движения|direction|d c)( |$)/.test(
        words,
      ) && !/^тип (документа|платежа)/.test(words),
    rank: (words) => (/^тип/.test(words) ? 1 : 0),
  },
  {
    field: 'number',
    when: (words) =>
      /^(номер|n|number)?( ?(документа|платежа|пп|п п|поручения|платежного поручения|док))?$/.test(words) &&
      /^(n|number)$|номер|документа|платежа|док$/.test(words),
    rank: (words) => (/документа|платежа|поручения/.test(words) ? 0 : 1),
  },
  {
    field: 'debit',
    when: (words) =>
      /(^| )(дебет|дебету|списани[ея]|списано|расход|debit|withdrawal)( |$)/.test(words) &&
      !account.test(words) &&
      !/^(основание|причина|код)/.test(words),
    rank: sumFirst,
  },
  {
    field: 'credit',
    when: (words) =>
      /(^| )(кредит|кредиту|зачислени[ея]|зачислено|поступлени[ея]|поступило|приход|credit|deposit)( |$)/.test(
        words,
      ) && !account.test(words),
    rank: sumFirst,
  },
  {
    field: 'amount',
    when: (words) =>
      /^(сумма|amount|sum)( |$)/.test(words) && !/комисс|ндс|остат|конверт|sum val/.test(words),
    rank: (words) =>
      /сч[её]та/.test(words) ? 0 : /операции|платежа|документа/.test(words) ? 1 : words === 'сумма' ? 2 : 3,
  },
  {
    field: 'purpose',
    when: (words) =>
      /^(назначение|основание|содержание|описание|комментарий|description|purpose|details|text70)( |$)/.test(
        words,
      ),
    rank: (words) => (/назначени|purpose/.test(words) ? 0 : /списани/.test(words) ? 2 : 1),
  },
  // Its side is not said, so it is the other one's.
  { field: 'partyName', when: (words) => /^(наименование|название)$/.test(words), rank: () => 5 },
  { field: 'partyInn', when: (words) => /^инн( кпп)?$/.test(words), rank: () => 5 },
  {
    field: 'partyBic',
    when: (words) => /^банк( контрагента| корреспондента)$|^бик$/.test(words),
    rank: () => 5,
  },
  {
    field: 'own',
    when: (words) =>
      /^(номер )?(сч[её]та|сч[её]т)$|^(?:клиент|организаци[яи]) сч[её]т$|^сч[её]т (?:организации|клиента|владельца)$|^rch$/.test(
        words,
      ),
  },
];

function sumFirst(words: string): number {
  return /сумма|обороты/.test(words) ? 0 : 1;
}
