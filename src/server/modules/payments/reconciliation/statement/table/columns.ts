import { wordsOf } from '@/server/modules/payments/reconciliation/registry/columns';

/** What a column of a bank's table says. */
export type StatementField =
  | 'day'
  | 'number'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'kind'
  | 'purpose'
  | 'own'
  | `${'party' | 'payer' | 'payee'}${'Name' | 'Inn' | 'Account' | 'Bic'}`;

export interface StatementColumn {
  at: number;
  /** As the file has it. */
  heading: string;
  rank: number;
}

export type StatementColumns = ReadonlyMap<StatementField, StatementColumn>;

/** What the headings of a row name; banks differ in words and order (docs/formats.md). */
export function matchStatementColumns(cells: readonly string[]): StatementColumns {
  const found = new Map<StatementField, StatementColumn>();
  for (const [at, heading] of cells.entries()) {
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
const party = /контрагент|корр(еспондент|$)|counterparty/;
const payer = /плательщик|отправител|payer|sender/;
const payee = /получател|payee|recipient|beneficiary/;
const inn = /(^| )(инн|inn)( |$)/;
const account = /(^| )(р с|расч[её]тный|сч[её]т|счета|account|iban)( |$)/;
const bic = /(^| )(бик|bic)( |$)/;
const name =
  /^(?:(?:полное |краткое )?(?:наименование|название|имя|name) |контрагент$|корреспондент$|плательщик$|получатель$|отправитель$)/;
const bankOf = /банк|bank|корр? сч|кпп|договор/;

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
    when: (words) => /^(дата|date)( |$)/.test(words) && !/формиров|выгрузк|создан|получени/.test(words),
    // Books follow the day on which the account changed, not that of the document.
    rank: (words) =>
      /проводк|проведен|операци|списан|зачислен|posting|booking/.test(words)
        ? 0
        : /документ/.test(words)
          ? 2
          : 1,
  },
  {
    field: 'kind',
    when: (words) =>
      /^(тип операции|тип|направление|дебет кредит|приход расход|вид движения|direction)( |$)/.test(words),
  },
  {
    field: 'number',
    when: (words) =>
      /^(номер|n|№)?( ?(документа|платежа|пп|п п|поручения|платежного поручения|док))?$/.test(words) &&
      /номер|документа|платежа/.test(words),
    rank: (words) => (/документа|платежа|поручения/.test(words) ? 0 : 1),
  },
  {
    field: 'debit',
    when: (words) =>
      /(^| )(дебет|дебету|списани[ея]|списано|расход|debit|withdrawal)( |$)/.test(words) &&
      !account.test(words),
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
    when: (words) => /^(сумма|amount)( |$)/.test(words) && !/комисс|ндс|остат/.test(words),
    rank: (words) =>
      /сч[её]та/.test(words) ? 0 : /операции|платежа|документа/.test(words) ? 1 : words === 'сумма' ? 2 : 3,
  },
  {
    field: 'purpose',
    when: (words) =>
      /^(назначение|основание|описание|комментарий|description|purpose|details)( |$)/.test(words),
    rank: (words) => (/назначени|purpose/.test(words) ? 0 : 1),
  },
  { field: 'own', when: (words) => /^(номер )?(сч[её]та|сч[её]т)$/.test(words) },
];

function sumFirst(words: string): number {
  return /сумма|обороты/.test(words) ? 0 : 1;
}
