/** What a column of a registry says. */
export type RegistryField =
  | 'id'
  | 'parent'
  | 'refund'
  | 'kind'
  | 'status'
  | 'test'
  | 'amount'
  | 'refunded'
  | 'fee'
  | 'feeVat'
  | 'net'
  | 'currency'
  | 'day';

/** A fee with VAT contains it; one without gets it on top; a heading may say neither. */
type FeeVat = 'with' | 'without' | 'unsaid';

export interface Column {
  at: number;
  /** As the file has it. */
  heading: string;
  field: RegistryField;
  /** Several headings may say the same: the lower, the surer. */
  rank: number;
  /** Of a fee. */
  vat: FeeVat;
  /** Of VAT: «в том числе» is within the fee, whatever the fee says of itself. */
  isWithin: boolean;
}

export interface Columns {
  /** The surest column of each field, but for fees and their VAT. */
  one: ReadonlyMap<RegistryField, Column>;
  /** An acquirer takes several: for payments, for receipts. */
  fees: readonly Column[];
  vats: readonly Column[];
}

/** What the headings of a row name; the order of columns is the acquirer's choice (docs/formats.md). */
export function matchColumns(cells: readonly string[]): Columns {
  const found = cells.flatMap((heading, at) => {
    const meaning = meaningOf(heading);
    return meaning ? [{ ...meaning, at, heading }] : [];
  });
  const one = new Map<RegistryField, Column>();
  for (const column of found) {
    const known = one.get(column.field);
    if (!known || column.rank < known.rank) one.set(column.field, column);
  }
  const all = (field: RegistryField) => found.filter((column) => column.field === field);
  return { one, fees: all('fee'), vats: all('feeVat') };
}

/** Without these a row says nothing. The day may stand above the table. */
export const isTable = ({ one }: Columns): boolean =>
  (one.has('id') || one.has('refund')) && (one.has('amount') || one.has('refunded'));

/** Longer cells are no headings. */
const maxHeading = 120;

/** Words of a heading, in small letters with one space between: `PaymentId` is «payment id», units are left out. */
export function wordsOf(heading: string): string {
  return heading
    .slice(0, maxHeading)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
    .replace(/(^| )(руб|рублей|rub|р|коп)(?= |$)/g, '')
    .trim();
}

type Meaning = Omit<Column, 'at' | 'heading'>;

/** Undefined for a heading that says nothing of the money of a payment. */
export function meaningOf(heading: string): Meaning | undefined {
  const words = wordsOf(heading);
  const isForeign = foreign.test(words) && !(isTime.test(words) && ofRefund.test(words));
  const rule = words === '' || isForeign ? undefined : rules.find(({ when }) => when(words));
  if (!rule) return undefined;
  return {
    field: rule.field,
    rank: rule.rank?.(words) ?? 0,
    vat: feeVatOf(words),
    isWithin: /^в (том числе|т ч) /.test(words) || / в (том числе|т ч)$/.test(words),
  };
}

/** Rates, people, shops and goods; sums in another currency and parts of a sum. */
const foreign =
  /%|процент|ставка|тариф|rate|плательщик|payer|магазин|merch|shop|кошел|wallet|терминал|terminal|товара|бонус|балл|кэшб|кешб|cashback|скидк|сплит|рассрочк|договор|реестр|поручени/;

const isTime = /(^| )(дата|время|date|time|moment)( |$)/;
const isNumber = /(^| )(идентификатор|номер|код|id|uid|uuid|number)( |$)/;
const ofRefund = /возврат|возмещени[ея] покупател|refund/;
const isFee = /комисс|вознагражд|удержан|commission|fee(s| |$)/;
/** «НДС с комиссии» is VAT, «комиссия с НДС» is a fee. */
const ownVat =
  /(^| )((без|с|и|включая|вкл|with|without|incl|including|excl|excluding|and|less|plus) )(учетом |учета )?(ндс|vat)( |$)/;
const leftOver =
  /за вычетом|за минусом|к перечислению|к зачислению|к выплате|к возмещению|перечислен|зачислен|без (учета )?(комисс|вознагражд)|(^| )net( |$)|(less|minus|after|excluding|excl|without) (the )?(commission|fee)|settlement amount|payout amount/;
/** When the acquirer pays, not when the buyer did. */
const ofSettlement = /перечислени|зачислени|выплат|settlement|payout|рождени|срок|окончани/;

const rules: readonly {
  field: RegistryField;
  when: (words: string) => boolean;
  rank?: (words: string) => number;
}[] = [
  { field: 'currency', when: (words) => /^(код )?валют|currency/.test(words) },
  {
    field: 'test',
    when: (words) =>
      /^(тест(овый|овая|овое)?( плат[её]ж| операция| режим)?|is test|test( mode| payment)?)$/.test(words),
  },
  { field: 'status', when: (words) => /^(статус|состояние|status|state)( |$)/.test(words) },
  {
    field: 'day',
    when: (words) => isTime.test(words) && (!ofSettlement.test(words) || ofRefund.test(words)),
    rank: (words) =>
      (/плат|возврат|операци|транзакц|проведени|payment|refund|operation|transaction/.test(words) ? 0 : 2) +
      (/создани|регистрац|created|creation/.test(words) ? 4 : 0) +
      (/(^| )(дата|date)( |$)/.test(words) ? 0 : 1),
  },
  {
    field: 'feeVat',
    when: (words) =>
      /(^| )(ндс|vat)( |$)/.test(words.replace(ownVat, ' ')) && !/^комисс|^вознагр/.test(words),
  },
  {
    field: 'net',
    when: (words) => leftOver.test(words) && !isNumber.test(words) && !/^(комисс|вознагр)/.test(words),
    rank: (words) => (isFee.test(words) || !/сумма/.test(words) ? 0 : 1),
  },
  { field: 'fee', when: (words) => isFee.test(words) && !isNumber.test(words) },
  {
    field: 'parent',
    when: (words) => isNumber.test(words) && /parent|исходн|родительск|первоначальн/.test(words),
  },
  { field: 'refund', when: (words) => isNumber.test(words) && ofRefund.test(words) },
  {
    field: 'id',
    when: (words) =>
      isNumber.test(words) &&
      /плат[её]жа|операции|транзакции|payment|transaction|operation/.test(words) &&
      !/средств|заказ|order|method|card|rrn/.test(words),
    rank: (words) => (/платежа|payment/.test(words) ? 0 : /транзакции|transaction/.test(words) ? 1 : 2),
  },
  {
    field: 'kind',
    when: (words) =>
      /^(тип|вид)( операции| транзакции)?$|^операция$|^(operation|transaction)( type)?$|^type$/.test(words),
  },
  { field: 'refunded', when: (words) => isSum.test(words) && ofRefund.test(words) },
  {
    field: 'amount',
    when: (words) => isSum.test(words) && !/^в (том числе|т ч)/.test(words),
    rank: (words) =>
      /платежа|payment/.test(words) ? 0 : /операции|транзакции|transaction/.test(words) ? 1 : 2,
  },
];

const isSum = /(^| )(сумма|amount|sum|gross)( |$)/;

function feeVatOf(words: string): FeeVat {
  if (/(без|without|excl|excluding)( учета)? (ндс|vat)/.test(words)) return 'without';
  return /(с|включая|вкл|учетом|incl|including|with) (ндс|vat)|в (том числе|т ч) (ндс|vat)/.test(words)
    ? 'with'
    : 'unsaid';
}
